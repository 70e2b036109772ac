import 'server-only'
import { z } from 'zod'
import { PROBLEM_KINDS } from '../../api/problem-kinds'
import { buildInfo } from '../../platform/build-info'
import { parseJson } from '../../protocol/rpc/json'
import { address, hash, integer, signature, u64 } from '../../protocol/rpc/primitives'
import { siteUrl } from '../../upstream/networks/networks'
import { ANSWERS, type AnswerName } from './answers'
import examples from './examples.json'
import { apiRoutes, type Param, type Route } from './routes'

/** The OpenAPI 3.1 document of this explorer: its networks are among the allowed values. */
export function openApiDocument() {
  const codes = Object.entries(PROBLEM_KINDS)
  const statuses = [...new Set(codes.map(([, { status }]) => status))].sort()
  const problems = statuses.map((status) => {
    const of = codes.filter(([, kind]) => kind.status === status).map(([code, { title }]) => `\`${code}\`: ${title}`)
    return [String(status), { description: of.join('. '), ...bodyOf('application/problem+json', 'Problem') }]
  })
  const html = { 'text/html': { schema: { type: 'string' } } }
  const { content } = bodyOf('application/problem+json', 'Problem')
  const tooLong = [
    ['414', { description: 'The URL is too long', content: { ...content, ...html } }],
    ['431', { description: 'The headers are too large', content: html }],
  ]
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
    components: { schemas: answerSchemas(), responses: Object.fromEntries([...problems, ...tooLong]) },
  }
}

function operationOf({ path, about, params, answer, types = [], also = {} }: Route, statuses: readonly number[]) {
  const example = (examples as Record<string, string>)[path]
  const json = types.includes('application/health+json') ? 'application/health+json' : 'application/json'
  const content = {
    ...(answer && bodyOf(json, answer, example).content),
    ...Object.fromEntries(types.filter((type) => type !== json).map((type) => [type, { schema: { type: 'string' } }])),
  }
  const others = Object.entries(also).map(([status, description]) => [status, { description, content }])
  const problems = statuses.map((status) => [String(status), { $ref: `#/components/responses/${status}` }])
  return {
    operationId: path.replace(/^\/(api\/v1\/)?/, '').replace(/\W+(\w?)/g, (_, next: string) => next.toUpperCase()),
    summary: about,
    parameters: Object.entries(params).map(parameterOf),
    responses: Object.fromEntries([...problems, ['200', { description: about, content }], ...others]),
  }
}

function bodyOf(type: string, answer: AnswerName, example?: string) {
  const schema = { $ref: `#/components/schemas/${answer}` }
  return { content: { [type]: { schema, ...(example && { example: parseJson(example) }) } } }
}

function parameterOf([name, { about, schema, required, inPath, json }]: [string, Param]) {
  const of = jsonSchemaOf(schema)
  const value = json ? { content: { 'application/json': { schema: of } } } : { schema: of }
  return { name, in: inPath ? 'path' : 'query', description: about, ...(required && { required }), ...value }
}

/** As requests are checked by it. */
export function jsonSchemaOf(schema: z.ZodType): object {
  const { $schema: _, ...of } = z.toJSONSchema(schema, OPTIONS)
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
