/* Our limits, above the Solana runtime's, whose sources are in facts/light-events.md 2.1. */

/** Base58 of 4,096 bytes, the limit of version 1; 1,232 bytes before. */
export const MAX_TRANSACTION_CHARS = 5_594

/** Inner instructions included. The runtime allows 64. */
export const MAX_INSTRUCTIONS = 128

/** Lookup tables included. The runtime allows 256 per transaction, 255 per instruction. */
export const MAX_ACCOUNTS = 256
