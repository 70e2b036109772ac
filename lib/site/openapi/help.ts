import 'server-only'
import type { Cluster } from '../../page/address'
import { parseJson, stringifyJson } from '../../protocol/rpc/json'
import { siteUrl } from '../../upstream/networks/networks'
import { jsonSchemaOf } from './document'
import examples from './examples.json'
import { apiRoutes } from './routes'

/** A route of the document as /help/api shows it. */
export interface ApiHelp {
  path: string
  about: string
  request: string
  params: { name: string; required: boolean; about: string; values: string }[]
  answers: string
  example: string | null
}

/** Of parameters that must be given; others stand in angle brackets. */
const SAMPLES: Readonly<Record<string, string>> = {
  owner: 'cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m',
  program: 'cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m',
  format: 'csv',
}

export function apiHelp(cluster: Cluster): ApiHelp[] {
  return apiRoutes().map(({ path, about, params, answer, types = [] }) => {
    const sample = (name: string) => SAMPLES[name] ?? `<${name}>`
    const named = Object.entries(params).filter(([, { required, inPath }]) => required && !inPath)
    const pairs = [...named.map(([name]) => `${name}=${sample(name)}`), ...(cluster ? [`cluster=${cluster}`] : [])]
    const target = path.replace(/\{(\w+)\}/g, (_, name: string) => sample(name))
    const example = (examples as Record<string, string>)[path]
    return {
      ...{ path, about },
      request: `curl '${siteUrl()}${target}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}'`,
      params: Object.entries(params).map(([name, { about, schema, required = false, json }]) => {
        const values = valuesOf(jsonSchemaOf(schema))
        return { name, required, about, values: json ? 'JSON' : values }
      }),
      answers: [...(answer ? ['JSON'] : []), ...types.filter((type) => !type.endsWith('+json'))].join(', '),
      example: example ? stringifyJson(parseJson(example)) : null,
    }
  })
}

interface JsonSchema {
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  minimum?: number
  maximum?: number
  description?: string
}

function valuesOf(schema: JsonSchema): string {
  if (schema.anyOf) return schema.anyOf.map(valuesOf).filter(Boolean).join(', ')
  if (schema.enum) return schema.enum.join(', ')
  if (schema.const !== undefined) return String(schema.const)
  if (schema.maximum !== undefined && schema.maximum < Number.MAX_SAFE_INTEGER) {
    return `${schema.minimum ?? 0} to ${schema.maximum}`
  }
  return schema.description ?? ''
}
