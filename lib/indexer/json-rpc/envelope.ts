import { HALF_CHARACTER, JsonReader, MAX_NESTING, TooMuchJson, TWICE } from './json-reader'
import { invalidParams } from './method-error'

/*
 * The envelope of a request, read as Photon's library does: member by member, with params left as the text they are until
 * the method is known. facts/photon-wire.md 3.
 */

/** Requests in one batch. Our choice: Photon has no such limit. */
export const MAX_BATCH = 1_000

/** Values that the params of one request may hold. The largest that are of use have some forty. */
export const MAX_PARAM_VALUES = 10_000

const [COMMA, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x2c, 0x5b, 0x5d, 0x7b, 0x7d]

/** What a request has for each member; undefined where there is none, a symbol where it can be nothing of use. */
export interface Envelope {
  jsonrpc: unknown
  method: unknown
  id: unknown
  /** Where its text begins. */
  params: Params | undefined | typeof TWICE
}

interface Params {
  start: number
  /** Of lists and objects within each other. */
  levels: number
}

/** True where the text can be a request at all: its first character behind blanks opens an object or an array. */
export function looksLikeRequest(text: string): boolean {
  return /^[ \t\r\n]*[{[]/.test(text)
}

/** True where the text is a batch, if it is anything. */
export function isBatch(text: string): boolean {
  return /^[ \t\r\n]*\[/.test(text)
}

/**
 * Where the requests of a batch begin.
 * @throws SyntaxError for text that is not JSON; TooMuchJson for more than MAX_BATCH, at the first too many.
 */
export function batchPlaces(text: string): number[] {
  const reader = new JsonReader(text)
  const places: number[] = []
  if (!reader.takes(OPEN_LIST)) reader.fail()
  if (!reader.takes(CLOSE_LIST)) {
    do {
      if (places.length === MAX_BATCH) throw new TooMuchJson(`more than ${MAX_BATCH} requests`)
      places.push(reader.at)
      reader.skip()
    } while (reader.takes(COMMA))
    if (!reader.takes(CLOSE_LIST)) reader.fail()
  }
  reader.end()
  return places
}

/**
 * The envelope of the request that begins there, and is all that there is where `isWhole`.
 * @throws SyntaxError for what is no JSON object, or is nested too deep outside of its params.
 */
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
      envelope.params = envelope.params === undefined ? { start, levels } : TWICE
      return
    }
    case 'jsonrpc':
    case 'method':
    case 'id': {
      const isFirst = envelope[name] === undefined
      envelope[name] = isFirst ? readScalar(reader) : TWICE
      if (!isFirst) skipShallow(reader)
      return
    }
    default:
      skipShallow(reader)
  }
}

/** A value that is neither a list nor an object; a symbol for those. */
function readScalar(reader: JsonReader): unknown {
  const code = reader.peek()
  if (code !== OPEN_LIST && code !== OPEN_OBJECT) return reader.value(1)
  skipShallow(reader)
  return NO_SCALAR
}

const NO_SCALAR = Symbol('a list or an object')

/** The level of the request itself counts. */
function skipShallow(reader: JsonReader): void {
  if (reader.skip() >= MAX_NESTING) reader.fail()
}

/**
 * The params' values; undefined where there are none.
 * @throws MethodError for what is too much to be read.
 */
export function readGivenParams(text: string, params: Params | undefined): unknown {
  if (params === undefined) return undefined
  assertShallow(params)
  try {
    return new JsonReader(text, params.start).value(MAX_PARAM_VALUES)
  } catch (error) {
    if (error instanceof TooMuchJson) throw invalidParams(`params: must not hold ${error.message}`)
    // Of what is JSON, names with half a character alone cannot be read.
    if (error instanceof SyntaxError) throw invalidParams(`params: must not hold ${HALF_CHARACTER.description}`)
    throw error
  }
}

/** @throws MethodError for params that nest too deep, which even methods without parameters refuse. */
export function assertShallow(params: Params | undefined): void {
  if (params && params.levels > MAX_NESTING) {
    throw invalidParams(`params: must not hold more than ${MAX_NESTING} levels`)
  }
}
