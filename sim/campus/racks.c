#include "sim/campus/racks.h"

#include "sim/campus/load_swing.h"
#include "sim/scenario/scenario.h"

#include <stdlib.h>
#include <string.h>

const struct sl_channel sl_racks_channels[5] = {
    {"it_power", "W", "power at the IT equipment's AC input", SL_CELL_MEAN, "consumption", NULL,
     offsetof(struct sl_racks_out, it_w)},
    {"it_delivered_power", "W", "power behind the server supplies", SL_CELL_MEAN, "consumption",
     "it_delivered_power = it_power - psu_loss", offsetof(struct sl_racks_out, it_delivered_w)},
    {"accelerator_power", "W", "power of all accelerators", SL_CELL_MEAN, "consumption", NULL,
     offsetof(struct sl_racks_out, accelerator_w)},
    {"psu_loss", "W", "loss of the server supplies", SL_CELL_MEAN, NULL, NULL,
     offsetof(struct sl_racks_out, psu_loss_w)},
    {"racks_lost", "1", "racks without power", SL_CELL_POINT, NULL, NULL,
     offsetof(struct sl_racks_out, racks_lost)},
};

int sl_racks_init(struct sl_racks *racks, size_t halls, size_t sides, int feed_mode, size_t jobs,
                  struct sl_error *err)
{
    memset(racks, 0, sizeof *racks);
    racks->sides = sides;
    racks->feeds = halls * sides;
    bool split = sides == 2 && feed_mode == SL_FEED_SPLIT;
    racks->share[0] = split ? 0.5 : 1.0;
    racks->share[1] = split ? 0.5 : 0.0;
    racks->jobs = jobs;
    racks->feed_w = calloc(racks->feeds, sizeof *racks->feed_w);
    racks->swing_w = calloc(racks->feeds * jobs + 1, sizeof *racks->swing_w);
    return racks->feed_w && racks->swing_w ? 0 : sl_no_memory(err, "the feeds");
}

void sl_racks_free(struct sl_racks *racks)
{
    free(racks->feed_w);
    free(racks->swing_w);
    *racks = (struct sl_racks){0};
}

/* The jobs' deviations behind the PSUs grow at their input as those of all racks of the hall do. */
static void swing_step(struct sl_racks *racks, const struct sl_load *load, size_t k)
{
    const struct sl_layout *layout = &load->config.layout;
    memset(racks->swing_w, 0, racks->feeds * racks->jobs * sizeof *racks->swing_w);
    for (size_t hall = 0; hall < layout->halls; hall++) {
        double dc_w = 0.0, ac_w = 0.0;
        for (size_t b = hall * layout->blocks_per_hall; b < (hall + 1) * layout->blocks_per_hall; b++) {
            dc_w += load->block_swing_dc_w[b * load->steps + k];
            ac_w += load->block_swing_ac_w[b * load->steps + k];
        }
        for (size_t j = 0; j < load->part_count && dc_w > 0.0; j++) {
            double swing_w = sl_load_swing_w(load, j, hall, k) * ac_w / dc_w;
            for (size_t s = 0; s < racks->sides; s++)
                racks->swing_w[(hall * racks->sides + s) * racks->jobs + j] = swing_w * racks->share[s];
        }
    }
}

void sl_racks_step(struct sl_racks *racks, const struct sl_load *load, size_t k)
{
    const struct sl_layout *layout = &load->config.layout;
    double it_w = 0.0, dc_w = 0.0, accelerator_w = 0.0;
    size_t block = 0;
    for (size_t hall = 0; hall < layout->halls; hall++) {
        double hall_w = 0.0;
        for (size_t end = block + layout->blocks_per_hall; block < end; block++) {
            size_t at = block * load->steps + k;
            hall_w += load->block_ac_w[at];
            dc_w += load->block_dc_w[at];
            accelerator_w += load->block_accelerator_w[at];
        }
        for (size_t s = 0; s < racks->sides; s++)
            racks->feed_w[hall * racks->sides + s] = hall_w * racks->share[s];
        it_w += hall_w;
    }
    if (racks->jobs > 0) swing_step(racks, load, k);
    racks->out = (struct sl_racks_out){it_w, dc_w, accelerator_w, it_w - dc_w, 0.0};
}
