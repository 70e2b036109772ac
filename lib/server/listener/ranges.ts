import fs from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import path from 'node:path'
import type { HttpAnswer } from '../../platform/http-answer'
import { BUILD_FILES } from './clean-request'
import { refusal } from './refusal'

/** Bytes of each file that the build has made for browsers, by its path in addresses. */
export type FileSizes = ReadonlyMap<string, number>

/** The sizes of the server built in `folder`. */
export function readFileSizes(folder: string): FileSizes {
  const files = path.join(folder, '.next', 'static')
  const names = fs.readdirSync(files, { recursive: true }).map((name) => String(name).replaceAll(path.sep, '/'))
  const known = names.map((name) => ({ name, stats: fs.statSync(path.join(files, name)) }))
  return new Map(
    known.flatMap(({ name, stats }) => (stats.isFile() ? [[`${BUILD_FILES}/${name}`, stats.size] as const] : [])),
  )
}

/** Headers that make a Range, or the answer, depend on what the reader has already. */
const CONDITIONS = ['if-range', 'if-none-match', 'if-modified-since']

/**
 * Takes a Range out of `headers` unless the framework can meet it, which answers 500, and logs an error, where it cannot
 * (vercel/next.js#92141): the whole file is an answer to any Range. RFC 9110 14.2.
 * @param size of the file that is asked for; undefined: it is none, or not known.
 * @returns 416 where no part of the file is in the range; null where the framework may answer.
 */
export function seeToRange(
  method: string,
  headers: IncomingHttpHeaders,
  size: number | undefined,
): (HttpAnswer & { body: Buffer }) | null {
  const { range } = headers
  if (range === undefined) return null
  const parts = method === 'GET' && size !== undefined ? partsOf(range) : null
  if (parts && size !== undefined) {
    if (parts.some(({ first, last }) => (first === null ? last > 0 && last <= size : first < size))) return null
    const beyond = parts.every(({ first, last }) => first !== null || last === 0)
    if (beyond && !CONDITIONS.some((name) => headers[name] !== undefined)) {
      const about = { 'content-range': `bytes */${size}`, 'accept-ranges': 'bytes' }
      return refusal(416, `The file has ${size} bytes, and the request asks for others.`, false, about)
    }
  }
  delete headers.range
  return null
}

/** The parts of a Range of bytes; `first` is null where `last` counts from the end. Null: it is none, or breaks its grammar. */
function partsOf(range: string): { first: number | null; last: number }[] | null {
  const [, list = ''] = /^bytes=(.+)$/.exec(range) ?? []
  const parts = list.split(',').map((part) => {
    const [, first = '', last = ''] = /^\s*(\d*)-(\d*)\s*$/.exec(part) ?? []
    return { first: first === '' ? null : Number(first), last: last === '' ? Number.POSITIVE_INFINITY : Number(last) }
  })
  const isRight = parts.every(({ first, last }) => (first === null ? Number.isFinite(last) : first <= last))
  return isRight ? parts : null
}
