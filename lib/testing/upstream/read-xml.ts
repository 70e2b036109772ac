/** Strict: throws on a bare `<`, `>` or `&`, or single quotes. @returns [path of elements, text or attributes] */
export function readXml(text: string): [path: string, value: string][] {
  const declaration = '<?xml version="1.0" encoding="utf-8"?>\n'
  if (!text.startsWith(declaration)) throw new Error('no declaration')
  const open: string[] = []
  const seen: [string, string][] = []
  let rest = text.slice(declaration.length).trimEnd()
  while (rest !== '') {
    const [all, closing, name, attributes = '', empty] =
      /^<(\/?)([\w:]+)((?: [\w:]+="[^"<>]*")*)(\/?)>/.exec(rest) ?? /^([^<>]+)/.exec(rest) ?? []
    if (all === undefined) throw new Error(`not readable: ${rest.slice(0, 40)}`)
    for (const [reference] of all.matchAll(/&[^;]*;?/g)) {
      if (!/^&(amp|lt|gt|quot|#\d+);$/.test(reference)) throw new Error(`not an entity: ${reference}`)
    }
    rest = rest.slice(all.length)
    if (name === undefined) seen.push([open.join('/'), all])
    else if (closing) {
      if (open.pop() !== name) throw new Error(`</${name}> closes nothing`)
      if (open.length === 0 && rest !== '') throw new Error('something follows the document')
    } else {
      seen.push([[...open, name].join('/'), attributes.trim()])
      if (!empty) open.push(name)
    }
  }
  if (open.length > 0) throw new Error(`${open.join('/')} stays open`)
  return seen
}

export const valuesOf = (read: [string, string][], path: string) =>
  read.filter(([at, value]) => at === path && value !== '' && value !== '\n').map(([, value]) => value)
