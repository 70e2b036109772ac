/* Bounds above the runtime's limits, whose sources are in facts/light-events.md 2.1. */

/** Base58 of 4,096 bytes, the limit of version 1; 1,232 bytes before. */
export const MAX_TRANSACTION_CHARS = 5_594

/** Inner ones included. The runtime: 64. */
export const MAX_INSTRUCTIONS = 128

/** Lookup tables included, per transaction and per instruction. The runtime: 256 and 255. */
export const MAX_ACCOUNTS = 256
