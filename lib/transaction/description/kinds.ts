/**
 * Every kind with its sentence. Clauses come in this order, then by instruction. docs/transactions.md has the rules.
 * `{who}`: owner of what was consumed, or the delegate that acted; `{from}`, `{to}`: with their preposition, where there are any.
 */
export const SENTENCES = {
  tokens_minted: '{sum} minted{to}',
  tokens_burned: '{who} burned {sum}{from}',
  tokens_compressed: '{sum} compressed{to}',
  tokens_decompressed: '{who} decompressed {sum}{from} to {at}',
  tokens_transferred: '{who} sent {sum}{to}',
  tokens_transferred_by_delegate: '{who} sent {sum}{from}{to}',
  tokens_approved: '{who} approved {delegates} for {sum}',
  tokens_revoked: '{who} revoked {delegates} for {sum}',
  tokens_frozen: '{who} had {sum} frozen',
  tokens_thawed: '{who} had {sum} thawed',
  tokens_merged: '{who} merged {was} of {sum}{from} into {is}',
  tokens_split: '{who} split {was} of {sum}{from} into {is}',
  tokens_wrapped: '{sum} wrapped to {at}',
  tokens_unwrapped: '{sum} unwrapped to {at}',
  tokens_loaded: '{who} loaded {sum}{from} to {at}',
  tokens_compressed_and_closed: '{at} compressed and closed with {sum}',
  sol_compressed: '{sum} compressed{to}',
  sol_decompressed: '{who} decompressed {sum}',
  sol_transferred: '{who} sent {sum}{to}',
  accounts_created: '{program} created {accounts}',
  accounts_updated: '{program} updated {accounts}',
  accounts_closed: '{program} closed {accounts}',
  addresses_taken: '{addresses} taken',
  leaves_appended: 'batch of leaves appended to {tree}',
  leaves_nullified: 'leaves of {tree} nullified',
  addresses_appended: 'addresses appended to {tree}',
  tree_rolled_over: '{tree} rolled over to {newTree}',
  failed: 'failed: {failure}',
  none: 'no change of compressed state',
} as const

/** `unknown`: no kind of the table is certain; `Description.reason` says why. */
export type DescriptionKind = keyof typeof SENTENCES | 'unknown'

export const KINDS = Object.keys(SENTENCES) as (keyof typeof SENTENCES)[]
