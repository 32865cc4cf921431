/* The commands of the program. Each takes its own argument vector (argv[0] is the command's name), parses it
 * with getopt_long, prints results to stdout and talk to stderr, and returns the exit code (enum sl_code). */
#ifndef SL_COMMANDS_H
#define SL_COMMANDS_H

int sl_command_run(int argc, char **argv);
int sl_command_check(int argc, char **argv);
int sl_command_describe(int argc, char **argv);
int sl_command_schema(int argc, char **argv);
int sl_command_info(int argc, char **argv);

#endif
