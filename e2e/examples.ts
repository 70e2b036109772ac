import { readFileSync } from 'node:fs'
import path from 'node:path'

interface Example {
  kind: string
  title: string
  path: string
}

export const { examples } = JSON.parse(
  readFileSync(path.join(import.meta.dirname, '../lib/upstream/networks/sandbox-network.json'), 'utf8'),
) as { examples: Example[] }

export function examplePath(kind: string): string {
  const example = examples.find((each) => each.kind === kind)
  if (!example) throw new Error(`the sandbox has no example of the kind ${kind}`)
  return example.path
}
