/* Where racks and servers lie in the arrays. Racks are counted hall by hall; blocks of 16 lanes never straddle a hall, so
 * that a block's sum belongs to one hall. Lanes behind a hall's last rack are padding and weigh nothing. */
#ifndef SL_CAMPUS_LAYOUT_H
#define SL_CAMPUS_LAYOUT_H

#include "models/load/kernel.h"

struct sl_layout {
    size_t halls, racks_per_hall, servers_per_rack;
    size_t racks, servers;
    size_t blocks_per_hall, blocks, slots; /* slot = block * SL_LANES + lane */
};

static inline struct sl_layout sl_layout_of(size_t halls, size_t racks_per_hall, size_t servers_per_rack)
{
    size_t per_hall = (racks_per_hall + SL_LANES - 1) / SL_LANES;
    return (struct sl_layout){.halls = halls,
                              .racks_per_hall = racks_per_hall,
                              .servers_per_rack = servers_per_rack,
                              .racks = halls * racks_per_hall,
                              .servers = halls * racks_per_hall * servers_per_rack,
                              .blocks_per_hall = per_hall,
                              .blocks = halls * per_hall,
                              .slots = halls * per_hall * SL_LANES};
}

static inline size_t sl_layout_slot(const struct sl_layout *l, size_t rack)
{
    return rack / l->racks_per_hall * l->blocks_per_hall * SL_LANES + rack % l->racks_per_hall;
}

static inline size_t sl_layout_hall_of_block(const struct sl_layout *l, size_t block)
{
    return block / l->blocks_per_hall;
}

/* Racks in a block: SL_LANES but in a hall's last block. */
static inline size_t sl_layout_lanes(const struct sl_layout *l, size_t block)
{
    size_t before = block % l->blocks_per_hall * SL_LANES;
    size_t left = l->racks_per_hall - before;
    return left < SL_LANES ? left : SL_LANES;
}

#endif
