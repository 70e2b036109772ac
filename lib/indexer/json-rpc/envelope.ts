import { DUPLICATE_MEMBER, JsonReader, JsonTooLarge, LONE_SURROGATE, MAX_NESTING } from './json-reader'
import { invalidParams } from './method-error'

/* Reads the envelope as Photon's library does; params stay text until the method is known. facts/photon-wire.md 3. */

/** Our choice: Photon has no such limit. */
export const MAX_BATCH = 1_000

/** The largest useful params have some forty values. */
export const MAX_PARAM_VALUES = 10_000

const [COMMA, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x2c, 0x5b, 0x5d, 0x7b, 0x7d]

/** Members are undefined if absent, symbols if invalid. */
export interface Envelope {
  jsonrpc: unknown
  method: unknown
  id: unknown
  params: Params | undefined | typeof DUPLICATE_MEMBER
}

interface Params {
  start: number
  levels: number
}

export function looksLikeRequest(text: string): boolean {
  return /^[ \t\r\n]*[{[]/.test(text)
}

export function isBatch(text: string): boolean {
  return /^[ \t\r\n]*\[/.test(text)
}

/** @throws SyntaxError for invalid JSON; JsonTooLarge at the first request beyond MAX_BATCH */
export function batchOffsets(text: string): number[] {
  const reader = new JsonReader(text)
  const places: number[] = []
  if (!reader.takes(OPEN_LIST)) reader.fail()
  if (!reader.takes(CLOSE_LIST)) {
    do {
      if (places.length === MAX_BATCH) throw new JsonTooLarge(`more than ${MAX_BATCH} requests`)
      places.push(reader.at)
      reader.skip()
    } while (reader.takes(COMMA))
    if (!reader.takes(CLOSE_LIST)) reader.fail()
  }
  reader.end()
  return places
}

/** `isWhole`: the text must end there. @throws SyntaxError unless it is an object that nests deeply in params only */
export function readEnvelope(text: string, start: number, isWhole: boolean): Envelope {
  const reader = new JsonReader(text, start)
  const envelope: Envelope = { jsonrpc: undefined, method: undefined, id: undefined, params: undefined }
  if (!reader.takes(OPEN_OBJECT)) reader.fail()
  if (!reader.takes(CLOSE_OBJECT)) {
    do readMember(reader, envelope)
    while (reader.takes(COMMA))
    if (!reader.takes(CLOSE_OBJECT)) reader.fail()
  }
  if (isWhole) reader.end()
  return envelope
}

function readMember(reader: JsonReader, envelope: Envelope): void {
  const name = reader.readName()
  switch (name) {
    case 'params': {
      const start = reader.at
      const levels = reader.skip()
      envelope.params = envelope.params === undefined ? { start, levels } : DUPLICATE_MEMBER
      return
    }
    case 'jsonrpc':
    case 'method':
    case 'id': {
      const isFirst = envelope[name] === undefined
      envelope[name] = isFirst ? readScalar(reader) : DUPLICATE_MEMBER
      if (!isFirst) skipShallow(reader)
      return
    }
    default:
      skipShallow(reader)
  }
}

function readScalar(reader: JsonReader): unknown {
  const code = reader.peek()
  if (code !== OPEN_LIST && code !== OPEN_OBJECT) return reader.value(1)
  skipShallow(reader)
  return NO_SCALAR
}

const NO_SCALAR = Symbol('a list or an object')

/** The request itself counts as one level. */
function skipShallow(reader: JsonReader): void {
  if (reader.skip() >= MAX_NESTING) reader.fail()
}

export function readGivenParams(text: string, params: Params | undefined): unknown {
  if (params === undefined) return undefined
  assertNesting(params)
  try {
    return new JsonReader(text, params.start).value(MAX_PARAM_VALUES)
  } catch (error) {
    if (error instanceof JsonTooLarge) throw invalidParams(`params: must not hold ${error.message}`)
    // The text is valid JSON: only a name with half a surrogate pair cannot be read.
    if (error instanceof SyntaxError) throw invalidParams(`params: must not hold ${LONE_SURROGATE.description}`)
    throw error
  }
}

/** @throws MethodError for params nested too deep, which even methods without params refuse */
export function assertNesting(params: Params | undefined): void {
  if (params && params.levels > MAX_NESTING) {
    throw invalidParams(`params: must not hold more than ${MAX_NESTING} levels`)
  }
}
