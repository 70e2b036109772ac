import type { Sum } from '../contract'

/** Why amounts are not known. */
export const MISSING: Record<Extract<Sum<unknown>, { state: 'missing' }>['reason'], string> = {
  not_read: 'The contents of consumed accounts are not read yet.',
  unknown_fields: 'Of a consumed account only its hash is known.',
  unknown_content: 'The contents of a consumed account are not known.',
  unreadable: 'A part of the transaction could not be read.',
  not_recorded: 'The chain node did not record the inner instructions of this transaction.',
  contradicted: 'The indexer lists this transaction as compression, but the chain node’s copy shows no change.',
}

export const UNBALANCED = {
  mint_action: 'MintAction minted or burned tokens, and its amounts are not read.',
  amounts: 'Tokens moved between compressed state and the chain in a form that is not read.',
  unexplained: 'Nothing in this transaction explains the difference of inputs and outputs.',
}

export const UNCLEAR = 'Whether the owner or a delegate moved the tokens is not known.'

export const MIXED = 'The lamports of accounts with data and of those without are not told apart.'

export const UNRULED = 'No rule describes all that this transaction did.'
