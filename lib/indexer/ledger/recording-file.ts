import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import type { z } from 'zod'

/* A line of JSON, then a body in brotli. Written by lib/testing/recorder/write-recording.mjs. */

export interface RecordingFile<H> {
  header: H
  body: Buffer
}

function damaged(file: string, what: string, cause?: unknown): Error {
  return new Error(`the recording ${file} cannot be read: ${what}`, { cause })
}

export function readRecordingFile<H extends { id: string }>(file: string, shape: z.ZodType<H>): RecordingFile<H> {
  const content = readContent(file)
  const end = content.indexOf('\n')
  const header = readHeader(file, content.subarray(0, Math.max(end, 0)), shape)
  const body = content.subarray(end + 1)
  if (createHash('sha256').update(body).digest('hex') !== header.id) throw damaged(file, 'its digest does not fit')
  return { header, body }
}

export function unpackBody(file: string, packed: Buffer): string {
  try {
    return brotliDecompressSync(packed).toString('utf8')
  } catch (error) {
    throw damaged(file, 'a part cannot be unpacked', error)
  }
}

function readContent(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    throw damaged(file, error instanceof Error ? error.message : String(error), error)
  }
}

function readHeader<H>(file: string, line: Buffer, shape: z.ZodType<H>): H {
  try {
    return shape.parse(JSON.parse(line.toString('utf8')))
  } catch (error) {
    throw damaged(file, 'its first line is not the header of a recording', error)
  }
}
