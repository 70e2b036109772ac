import { z } from 'zod'
import { RpcError, type RpcFailure } from '../../../protocol/rpc/failure'
import { type MethodName, methods, type Params, type Result } from '../../../protocol/rpc/methods'
import { MAX_LIMIT } from '../../../protocol/rpc/primitives'
import { MAX_FRAME_BYTES, MAX_FRAME_VALUES, MAX_NESTING, MAX_NUMBER_CHARS, MAX_ROW_VALUES } from './budget'
import { readRows } from './read'
import type { AnswerScan, ScanRefusal } from './scan'

/** Operations without a limit have a few rows (Interface 4.5), those without a list none. */
export function maxRowsOf<M extends MethodName>(method: M, params: Params<M>): number {
  if (rowSchemaOf(method) === null) return 0
  return limitIn(params) ?? MAX_LIMIT
}

export function refusalFailure<M extends MethodName>(method: M, params: Params<M>, refusal: ScanRefusal): RpcFailure {
  const shape = (path: string, rule: string) => wrongShape(method, path, rule)
  switch (refusal.why) {
    case 'empty':
      return { kind: 'malformed', message: 'The indexer’s response is empty.' }
    case 'not-json':
      return NOT_JSON
    case 'nesting':
      return { kind: 'malformed', message: `The indexer’s response is nested deeper than ${MAX_NESTING} levels.` }
    case 'rows':
      if (limitIn(params) === null) return shape(ITEMS, `must be at most ${maxRowsOf(method, params)} rows`)
      return wrongRequestFailure(method, 'it has more rows than requested')
    case 'row':
      return shape(`${ITEMS}.${refusal.row}`, `must hold at most ${MAX_ROW_VALUES} values`)
    case 'frame':
      return shape('', `must hold at most ${MAX_FRAME_VALUES} values and ${MAX_FRAME_BYTES} bytes beside its rows`)
    case 'number':
      return shape('', `a number must have at most ${MAX_NUMBER_CHARS} characters`)
    case 'twice':
      return shape(refusal.name, 'must appear once')
  }
}

export const NOT_JSON: RpcFailure = { kind: 'malformed', message: 'The indexer’s response is not JSON.' }

export function wrongRequestFailure(method: MethodName, message: string): RpcFailure {
  return {
    kind: 'decode',
    method,
    path: 'result',
    message: `The response belongs to another request: ${message}`,
    crossed: true,
  }
}

/** @param frame the result without rows; rows are read from `bytes` @throws RpcError decode; SyntaxError for invalid JSON */
export async function decodeResult<M extends MethodName>(
  method: M,
  frame: unknown,
  bytes: Buffer,
  scan: AnswerScan,
): Promise<Result<M>> {
  const result: unknown = decoded(method, methods[method].result, frame, 'result')
  const row = rowSchemaOf(method)
  if (row !== null && scan.places.starts.length > 0) {
    const list = result as { value: { items: unknown[] } }
    list.value.items = await readRows(bytes, scan, (wire, i) => decoded(method, row, wire, `${ITEMS}.${i}`))
  }
  return result as Result<M>
}

const ITEMS = 'result.value.items'

function decoded(method: MethodName, schema: z.ZodType, wire: unknown, at: string): unknown {
  const read = z.safeDecode(schema, wire)
  if (read.success) return read.data
  const [issue] = read.error.issues
  const path = [at, ...(issue?.path ?? []).map(String)].join('.')
  throw new RpcError(wrongShape(method, path, issue?.message ?? 'has an unexpected shape'))
}

function wrongShape(method: MethodName, path: string, rule: string): RpcFailure {
  const where = path === '' ? '' : `${path}: `
  return { kind: 'decode', method, path, message: `The ${method} response has an unexpected shape: ${where}${rule}.` }
}

function limitIn(params: object): number | null {
  return 'limit' in params && typeof params.limit === 'number' ? params.limit : null
}

function rowSchemaOf(method: MethodName): z.ZodType | null {
  const result: z.ZodType = methods[method].result
  const value: unknown = result instanceof z.ZodObject ? result.shape.value : null
  const items: unknown = value instanceof z.ZodObject ? value.shape.items : null
  return items instanceof z.ZodArray ? (items.element as z.ZodType) : null
}
