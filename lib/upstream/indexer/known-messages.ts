import { OTHER_WORDS, type UpstreamError } from '../../protocol/rpc/failure'

/*
 * The only path for an indexer's messages. Gateways repeat keys in many spellings, so messages pass by template only; of all
 * others only the code is reported.
 */

/** Interface 4. */
const FIELDS = ['params', 'owner', 'delegate', 'mint', 'hash', 'cursor', 'limit', 'filters', 'dataSlice', 'offset']
  .concat('length', 'memcmp', 'bytes')
  .join('|')

const STORE_PROBLEMS = [
  'another process writes to the store',
  'the store cannot be written to',
  'the disk fails',
  'the disk is full',
  'the disk of the database fails',
  'the disk of the database is full',
  'the connection to the database is lost',
  'the database takes no connections',
  'the database takes no writes',
  'the database has no connection left',
  'the database is short of memory',
  'the database is shutting down or starting',
  'the database does not answer in time',
].join('|')

const REPLIES = [
  'error -?\\d{1,6}(?: with HTTP \\d{3})?',
  'HTTP \\d{3}',
  'null',
  'no answer(?: within \\d{1,3} s)?',
  'no connection(?: \\([A-Z_]{3,20}\\))?',
  'an answer that is (?:no JSON-RPC|cut or no JSON|no hash)',
  'an answer without a result',
  'the node did not record the (?:inner instructions|loaded addresses) of transaction [1-9A-HJ-NP-Za-km-z]{64,88}',
  'a block of another slot, whose parent is slot \\d{1,20}',
].join('|')

/** Placeholders: a number, a word of a list, or any text, which is dropped. */
const OPEN: Readonly<Record<string, string>> = {
  '{n}': '(\\d{1,20})',
  '{field}': `(${FIELDS})`,
  '{store}': `(${STORE_PROBLEMS})`,
  '{method}': '(getSlot|getBlock|getGenesisHash)',
  '{reply}': `(${REPLIES})`,
  '{…}': '[^]*',
}

/** First match wins. Beginnings that identify an error (facts/reliability.md 0.2) pass without the rest. */
const TEMPLATES = [
  // facts/photon-wire.md 2
  'Too many connections. Please try again later.',
  // facts/photon-wire.md 3
  'Parse error',
  'Invalid request',
  'Invalid params',
  'Method not found',
  'Request is too big',
  'Response is too big',
  'Response is too big{…}',
  'Internal error',
  // facts/photon-wire.md 4
  'Node is behind {n} slots',
  'Record Not Found: Account not found',
  'Record Not Found: Base account not found for token account',
  'Validation Error: Too many filters. The maximum number of filters allowed is {n}',
  'Validation Error: Too many filters{…}',
  'Validation Error: Filter instance cannot be null',
  'Validation Error: Invalid cursor length. Expected {n}. Received {n}.',
  'Validation Error: Invalid cursor {…}',
  'Internal server error',
  'missing field `{field}` at line 1 column {n}',
  'missing field `{field}`',
  'unknown field {…}',
  'String is the wrong size at line 1 column {n}',
  'Invalid Base58 string at line 1 column {n}',
  'Invalid hash input at line 1 column {n}',
  'invalid type: null, expected a sequence at line 1 column {n}',
  'invalid type: {…}',
  'invalid value: {…}',
  'Record Not Found{…}',
  'Validation Error{…}',
  'Invalid Public Key{…}',
  // facts/photon-wire.md 4 and 11: Solana's own nodes, and gateways before an indexer
  'Node is behind {n} slots: waiting for slot {n} ({method}: {reply})',
  'Node is behind {n} slots: waiting for slot {n} ({method}: {reply}; block {n} names it as its parent)',
  'Node is behind by {n} slots',
  'Node is behind by {n} slots{…}',
  'Node is behind {n} slots{…}',
  'Node is behind by {n} slot{…}',
  'Node is behind {n} slot{…}',
  'Node is behind{…}',
  'Node is unhealthy by {n} slots{…}',
  'Node is unhealthy',
  'Node is unhealthy{…}',
  'rate limited',
  'max usage reached',
  'Too many requests',
  'Too many requests for a specific RPC call',
  'invalid api key provided',
  'Ingestion stopped: {store}',
  'Ingestion stopped: {…}',
  'The store is damaged: restore a snapshot, or start with a new store',
  'The Solana node does not answer, so the lag is not known',
  'The Solana node does not say its newest slot ({method}: {reply}), so the lag is not known',
  'params: missing field `{field}`{…}',
  'params: unknown field {…}',
  '{field}: {…}',
]

const KNOWN = TEMPLATES.map((template) => {
  const parts = template.split(/(\{[^}]+\})/)
  const source = parts.map((part) => OPEN[part] ?? part.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')).join('')
  return { parts, pattern: new RegExp(`^${source}$`) }
})

const MAX_CHARS = 1_000

const MAX_CODE = 99_999

export function knownError({ code, message }: UpstreamError): UpstreamError {
  return {
    code: Number.isInteger(code) && Math.abs(code) <= MAX_CODE ? code : 0,
    message: knownMessage(message),
  }
}

export function knownMessage(message: string): string {
  const text = message.slice(0, MAX_CHARS).trim()
  for (const { parts, pattern } of KNOWN) {
    const match = pattern.exec(text)
    if (match) return filled(parts, match.slice(1))
  }
  return OTHER_WORDS
}

/** From the template, not the message, so that nothing of a key passes. */
function filled(parts: readonly string[], values: readonly string[]): string {
  let next = 0
  return parts.map((part) => (part === '{…}' ? '…' : part in OPEN ? (values[next++] ?? '') : part)).join('')
}
