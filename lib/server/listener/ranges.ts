import fs from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import path from 'node:path'
import type { HttpAnswer } from '../../platform/http-answer'
import { BUILD_FILES } from './clean-request'
import { refusal } from './refusal'

export type FileSizes = ReadonlyMap<string, number>

export function readFileSizes(folder: string): FileSizes {
  const files = path.join(folder, '.next', 'static')
  const names = fs.readdirSync(files, { recursive: true }).map((name) => String(name).replaceAll(path.sep, '/'))
  const known = names.map((name) => ({ name, stats: fs.statSync(path.join(files, name)) }))
  return new Map(
    known.flatMap(({ name, stats }) => (stats.isFile() ? [[`${BUILD_FILES}/${name}`, stats.size] as const] : [])),
  )
}

/** With these, the Range or the answer depends on what the reader already has. */
const CONDITIONS = ['if-range', 'if-none-match', 'if-modified-since']

/**
 * Removes a Range that the framework would answer with 500 (vercel/next.js#92141): the whole file is a valid answer. RFC 9110
 * 14.2.
 * @param size of the requested file; undefined: no file, or unknown
 * @returns 416 for an unsatisfiable range; null: let the framework answer
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

/** `first` null: `last` counts from the end. null: not a byte range, or malformed. */
function partsOf(range: string): { first: number | null; last: number }[] | null {
  const [, list = ''] = /^bytes=(.+)$/.exec(range) ?? []
  const parts = list.split(',').map((part) => {
    const [, first = '', last = ''] = /^\s*(\d*)-(\d*)\s*$/.exec(part) ?? []
    return { first: first === '' ? null : Number(first), last: last === '' ? Number.POSITIVE_INFINITY : Number(last) }
  })
  const isRight = parts.every(({ first, last }) => (first === null ? Number.isFinite(last) : first <= last))
  return isRight ? parts : null
}
