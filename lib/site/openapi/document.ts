import 'server-only'
import { z } from 'zod'
import { PROBLEM_KINDS } from '../../api/problem-kinds'
import { buildInfo } from '../../platform/build-info'
import { parseJson } from '../../protocol/rpc/json'
import { address, hash, integer, signature, u64 } from '../../protocol/rpc/primitives'
import { siteUrl } from '../../upstream/networks/networks'
import { ANSWERS, type AnswerName } from './answers'
import { exampleOf, exampleValues, isJsonType } from './examples'
import { apiRoutes, type Param, type Route } from './routes'

/** The OpenAPI 3.1 document of this explorer: its networks are among the allowed values. */
export function openApiDocument() {
  const codes = Object.entries(PROBLEM_KINDS)
  const problemOf = (status: number) =>
    contentOf({ 'application/problem+json': 'Problem' }, status === 400 ? exampleOf(status).answers : {})
  const statuses = [...new Set(codes.map(([, { status }]) => status))].sort()
  const problems = statuses.map((status) => {
    const of = codes.filter(([, kind]) => kind.status === status).map(([code, { title }]) => `\`${code}\`: ${title}`)
    const description = [...of, ...(status === 503 ? [WHILE_WAITING] : [])].join('. ')
    return [String(status), { description, headers: PROBLEM_HEADERS, content: problemOf(status) }]
  })
  const html = { 'text/html': { schema: { type: 'string' } } }
  const others = {
    304: { description: 'Not modified: If-None-Match has its ETag', headers: headersOf(KEPT) },
    414: { description: 'The URL is too long', headers: PROBLEM_HEADERS, content: { ...problemOf(414), ...html } },
    431: { description: 'The headers are too large', content: html },
  }
  const paths = apiRoutes().map((route) => [route.path, { get: operationOf(route, [...statuses, 414, 431]) }])
  return {
    openapi: '3.1.0',
    info: {
      title: 'Leafscan',
      version: buildInfo().version,
      description:
        'Compressed state on Solana. All data is public: GET, HEAD and OPTIONS, no keys. Integers are exact and may exceed 2^53. Members may be added to answers.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: siteUrl() }],
    paths: Object.fromEntries(paths),
    components: {
      schemas: answerSchemas(),
      responses: { ...Object.fromEntries(problems), ...others },
      headers: Object.fromEntries(
        Object.entries(HEADERS).map(([name, description]) => [
          name,
          { description, schema: { type: /^(?:Age|Retry-After)$/.test(name) ? 'integer' : 'string' } },
        ]),
      ),
    },
  }
}

const HEADERS = {
  ETag: 'Strong: in If-None-Match it gets 304 while the answer is the same',
  'Cache-Status': 'RFC 9211: whether the answer was in memory, and why an old one is given',
  Age: 'Seconds since the indexer answered; absent while that is fresh',
  'Retry-After': 'Seconds until another request may get more',
  Link: 'service-desc: this document; below /api/',
  'X-Request-Id': 'As sent, or made; the log has it',
}

const KEPT = ['ETag', 'Cache-Status', 'Age', 'Retry-After', 'Link', 'X-Request-Id'] as const
/** Of a file, which is sent while it is read. */
const STREAMED = ['Link', 'X-Request-Id'] as const

function headersOf(names: readonly (keyof typeof HEADERS)[]) {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

const PROBLEM_HEADERS = headersOf(['Cache-Status', 'Retry-After', 'Link', 'X-Request-Id'])

/** rpc-problem.ts, kind `open`. */
const WHILE_WAITING = `Before a failing indexer is asked again, its last code: ${Object.entries(PROBLEM_KINDS)
  .filter(([code, { status }]) => status > 501 && status !== 503 && /upstream|schema/.test(code))
  .map(([code]) => `\`${code}\``)
  .join(', ')}`

function operationOf({ path, about, params, answer, types = [], also = {} }: Route, statuses: readonly number[]) {
  const json = types.includes('application/health+json') ? 'application/health+json' : 'application/json'
  const bodies = { ...(answer && { [json]: answer }), ...Object.fromEntries(types.map((type) => [type, answer])) }
  const isStream = path.endsWith('/export')
  const headers = headersOf(isStream ? STREAMED : KEPT)
  const others = Object.entries(also).map(([status, description]) => [
    status,
    { description, headers, content: contentOf(bodies) },
  ])
  const shared = [...statuses, ...(isStream ? [] : [304])]
  const content = contentOf(bodies, exampleOf(path).answers)
  return {
    operationId: path.replace(/^\/(api\/v1\/)?/, '').replace(/\W+(\w?)/g, (_, next: string) => next.toUpperCase()),
    summary: about,
    parameters: Object.entries(params).map((param) => parameterOf(param, exampleValues(path))),
    responses: {
      ...Object.fromEntries(shared.map((status) => [status, { $ref: `#/components/responses/${status}` }])),
      200: { description: about, headers, content },
      ...Object.fromEntries(others),
    },
  }
}

function contentOf(
  bodies: Readonly<Record<string, AnswerName | null>>,
  examples: Readonly<Record<string, string>> = {},
) {
  const content = Object.entries(bodies).map(([type, answer]) => {
    const isJson = isJsonType(type)
    const schema = isJson ? { $ref: `#/components/schemas/${answer}` } : { type: 'string' }
    const text = examples[type]
    return [type, { schema, ...(text !== undefined && { example: isJson ? parseJson(text) : text }) }]
  })
  return Object.fromEntries(content)
}

function parameterOf(
  [name, { about, schema, required, inPath, json }]: [string, Param],
  values: Readonly<Record<string, string>>,
) {
  const of = jsonSchemaOf(schema)
  const value = json ? { content: { 'application/json': { schema: of } } } : { schema: of }
  return {
    name,
    in: inPath ? 'path' : 'query',
    description: about,
    ...(required && { required, example: values[name] }),
    ...value,
  }
}

/** As requests are checked by it. */
/** Of a parameter: unknown members are refused. */
export function jsonSchemaOf(schema: z.ZodType): object {
  const { $schema: _, ...of } = z.toJSONSchema(schema, {
    ...OPTIONS,
    override(context) {
      OPTIONS?.override?.(context)
      if (context.zodSchema instanceof z.ZodObject) context.jsonSchema.additionalProperties = false
    },
  })
  return of
}

const BASE58 = '[1-9A-HJ-NP-Za-km-z]'
/** Text alone with `integers=string`, else an integer alone. */
const U64 = { type: ['integer', 'string'], minimum: 0, maximum: 2n ** 64n - 1n, pattern: '^\\d{1,20}$' }

/** What JSON Schema cannot learn from a check. */
const OVERRIDES = new Map<unknown, object>([
  [integer, { type: ['integer', 'string'], pattern: '^-?\\d+$' }],
  [address, { type: 'string', pattern: `^${BASE58}{32,44}$` }],
  [hash, { type: 'string', pattern: `^${BASE58}{32,44}$` }],
  [signature, { type: 'string', pattern: `^${BASE58}{64,88}$` }],
])

/** Of the input: what is absent upstream is null in an answer, so it is required again. */
const OPTIONS: Parameters<typeof z.toJSONSchema>[1] = {
  io: 'input',
  unrepresentable: 'any',
  override({ zodSchema, jsonSchema }) {
    const instead = OVERRIDES.get(zodSchema)
    if (instead) {
      for (const name of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, name)
      Object.assign(jsonSchema, instead)
    }
    if (zodSchema instanceof z.ZodObject) {
      const members = Object.entries<z.ZodType>(zodSchema.shape)
      jsonSchema.required = members
        .filter(([, of]) => !(of instanceof z.ZodOptional || of instanceof z.ZodExactOptional))
        .map(([name]) => name)
    }
  },
}

function answerSchemas(): Record<string, object> {
  const registry = z.registry<{ id: string }>()
  // zod copies schemas as JSON, which has no bigint.
  for (const [id, schema] of Object.entries({ ...ANSWERS, U64: u64 })) registry.add(schema, { id })
  const { schemas } = z.toJSONSchema(registry, { ...OPTIONS, uri: (id) => `#/components/schemas/${id}` })
  const own = Object.entries(schemas).map(([id, { $schema: _, $id: __, ...schema }]) => [id, schema])
  return { ...Object.fromEntries(own), U64 }
}
