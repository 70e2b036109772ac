import type { TokenAccountItem } from './exposure'

/*
 * The list of a delegate's token accounts as a file to revoke from: RFC 4180, each field safe to open in a spreadsheet,
 * integers digit by digit. The first lines say where it comes from. facts/reliability.md S13.
 */

export interface Provenance {
  network: string
  delegate: string
  /** Slots of the answers in words. */
  slots: string
  /** When the last answer came, ISO 8601 UTC. */
  fetchedAt: string
  /** Over which rows of the list, in words. */
  rows: string
}

const COLUMNS = ['wallet', 'mint', 'hash', 'amount', 'state', 'tree', 'leafIndex', 'slotCreated']

export function revokeCsv(items: readonly TokenAccountItem[], from: Provenance): string {
  const head = [
    'Leafscan: compressed token accounts that a delegate may move',
    `network: ${from.network}`,
    `delegate: ${from.delegate}`,
    `slots: ${from.slots}`,
    `asked: ${from.fetchedAt}`,
    `rows: ${from.rows}`,
    'amount: exact integers in base units; open that column as text because spreadsheets keep 15 digits',
  ].map((line) => [`# ${line}`])
  const rows = items.map(({ account, tokenData }) => [
    tokenData.owner,
    tokenData.mint,
    account.hash,
    String(tokenData.amount),
    tokenData.state,
    account.tree,
    String(account.leafIndex),
    String(account.slotCreated),
  ])
  return [...head, COLUMNS, ...rows].map((fields) => `${fields.map(csvField).join(',')}\r\n`).join('')
}

/** What a spreadsheet would take for a formula, full-width forms included, or for a control. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are what is looked for
const DANGEROUS = /^[=+\-@\t\r\n\u0000＝＋－＠]/

export function csvField(text: string): string {
  const safe = DANGEROUS.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
