/*
 * What no Solana transaction holds, with room above what the runtime allows today: a node that says more is not believed.
 * facts/light-events.md 2.1 has the runtime's own limits and their sources.
 */

/** Characters of base58 that 4,096 bytes can make; in base64 they are fewer. The runtime: 1,232 bytes, in version 1 as many. */
export const LONGEST_TRANSACTION = 5_594

/** Instructions that it calls, those that are called by others among them. The runtime: 64. */
export const MOST_INSTRUCTIONS = 128

/** Accounts, those of lookup tables among them, and those of one instruction. The runtime: 256 and 255. */
export const MOST_ACCOUNTS = 256
