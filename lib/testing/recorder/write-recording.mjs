import { createHash } from 'node:crypto'
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

/** Version of the layout below; lib/indexer/ledger/recording.ts reads it. */
const FORMAT = 1

/** Transactions per part, of which playback unpacks one at a time. A slot is never split. */
const TRANSACTIONS_PER_PART = 200

/** @param {Uint8Array} bytes */
const hex = (bytes) => Buffer.from(bytes).toString('hex')

/**
 * A recorded transaction, as chain.mjs has it.
 * @typedef {object} Recorded
 * @property {number} slot
 * @property {unknown} version of the message
 * @property {Uint8Array} wire the transaction's bytes
 * @property {unknown} err null where it succeeded
 * @property {number} fee lamports
 * @property {number} units compute units consumed
 * @property {string[]} logs
 * @property {[number, number, number, number][]} [moves] what a loop moves: moves.mjs
 * @property {{ index: number, instructions: { programIdIndex: number, accounts: Uint8Array, data: Uint8Array,
 *   stackHeight: number }[] }[]} inner
 * @property {{ writable: { toString(): string }[], readonly: { toString(): string }[] }} loaded through lookup tables
 */

/** A header without what writing adds. @typedef {{ format: number } & Record<string, unknown>} Header */

/**
 * Writes the recording: one line of JSON, the header, then the parts that it names, one after the other. A part is
 * brotli over JSON lines, one for each transaction; bytes are hex there, because repeated keys and hashes then match
 * at every offset, which base58 and base64 would prevent. The id is a digest of the parts.
 * @param {string} file
 * @param {Recorded[]} transactions at least one, by slot
 * @param {Record<string, unknown>} about what the header says beside the parts
 */
export function writeRecording(file, transactions, about) {
  const parts = partsOf(transactions).map((part) => ({
    firstSlot: part[0]?.slot,
    lastSlot: part.at(-1)?.slot,
    transactions: part.length,
    bytes: compressed(part.map(lineOf).join('\n')),
  }))
  const body = Buffer.concat(parts.map((part) => part.bytes))
  const id = writeRecordingFile(
    file,
    {
      format: FORMAT,
      ...about,
      lastSlot: transactions.at(-1)?.slot,
      parts: parts.map((part) => ({ ...part, bytes: part.bytes.length })),
    },
    body,
  )
  return { id, bytes: body.length, parts: parts.length }
}

/**
 * Writes a line of JSON, the header, then the body; the header gets the body's digest as its id, which is returned.
 * lib/indexer/ledger/recording-file.ts reads it.
 * @param {string} file
 * @param {Header} header
 * @param {Buffer} body
 * @returns {string}
 */
export function writeRecordingFile(file, { format, ...header }, body) {
  const id = createHash('sha256').update(body).digest('hex')
  mkdirSync(dirname(file), { recursive: true })
  const line = JSON.stringify({ format, id, ...header })
  writeFileSync(`${file}.new`, Buffer.concat([Buffer.from(`${line}\n`), body]))
  renameSync(`${file}.new`, file)
  return id
}

/** @param {Recorded[]} transactions */
function partsOf(transactions) {
  /** @type {Recorded[]} */
  let part = []
  const parts = [part]
  let lastSlot = 0
  for (const transaction of transactions) {
    if (part.length >= TRANSACTIONS_PER_PART && transaction.slot > lastSlot) {
      part = []
      parts.push(part)
    }
    part.push(transaction)
    lastSlot = transaction.slot
  }
  return parts
}

/** @param {Recorded} transaction */
export const lineOf = ({ slot, version, wire, err, fee, units, logs, inner, loaded, moves }) =>
  JSON.stringify({
    slot,
    version,
    wire: hex(wire),
    err,
    inner: inner.map(({ index, instructions }) => ({
      index,
      instructions: instructions.map(({ programIdIndex, accounts, data, stackHeight }) => [
        programIdIndex,
        hex(accounts),
        hex(data),
        stackHeight,
      ]),
    })),
    loaded: { writable: loaded.writable.map(String), readonly: loaded.readonly.map(String) },
    rest: { fee, computeUnitsConsumed: units, logMessages: logs },
    ...(moves && { moves }),
  })

/**
 * A text as brotli.
 * @param {string} text
 * @returns {Buffer}
 */
export const compressed = (text) =>
  brotliCompressSync(text, {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
    },
  })
