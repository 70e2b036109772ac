import recorded from './examples.json'

interface Example {
  target: string
  /** Bodies by their types. */
  answers: Readonly<Record<string, string>>
}

/** What the sandbox answered, by path or status; answers.test.ts records it. */
export function exampleOf(name: string | number): Example {
  const example = (recorded as Record<string, Example>)[name]
  if (!example) throw new Error(`no example of ${name}`)
  return example
}

/** Values of the parameters, path parameters among them. */
export function exampleValues(path: string): Record<string, string> {
  const [at = '', query] = exampleOf(path).target.split('?')
  const inPath = new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>.+)')}$`).exec(at)?.groups
  return { ...Object.fromEntries(new URLSearchParams(query)), ...inPath }
}

export const isJsonType = (type: string) => /[/+]json$/.test(type)
