export type Instruction =
  | { do: 'from'; image: string; as: string | null }
  | { do: 'workdir'; folder: string }
  | { do: 'copy'; from: string | null; sources: string[]; target: string }
  | { do: 'run'; command: string }
  | { do: 'env' | 'arg' | 'label'; variables: Record<string, string> }
  | { do: 'user'; user: string }
  | { do: 'cmd'; words: string[] }
  | { do: 'healthcheck'; words: string[] }
  | { do: 'volume'; what: string }
  | { do: 'expose'; what: string }
  | { do: 'stopsignal'; what: string }

export function readDockerfile(text: string): Instruction[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, word = '', rest = ''] = /^([A-Z]+) (.+)$/.exec(line) ?? []
      switch (word) {
        case 'FROM': {
          const [image = '', , as = null] = rest.split(' ')
          return { do: 'from', image, as }
        }
        case 'WORKDIR':
          return { do: 'workdir', folder: rest }
        case 'COPY': {
          const words = rest.split(' ')
          const from = words.find((part) => part.startsWith('--from='))?.slice('--from='.length) ?? null
          const paths = words.filter((part) => !part.startsWith('--'))
          return { do: 'copy', from, sources: paths.slice(0, -1), target: paths.at(-1) ?? '' }
        }
        case 'RUN':
          return { do: 'run', command: rest }
        case 'ENV':
          return { do: 'env', variables: pairsIn(rest) }
        case 'ARG':
          return { do: 'arg', variables: pairsIn(rest) }
        case 'LABEL':
          return { do: 'label', variables: pairsIn(rest) }
        case 'USER':
          return { do: 'user', user: rest }
        case 'CMD':
          return { do: 'cmd', words: JSON.parse(rest) }
        case 'HEALTHCHECK':
          return { do: 'healthcheck', words: JSON.parse(rest.slice(rest.indexOf('['))) }
        case 'VOLUME':
          return { do: 'volume', what: rest }
        case 'EXPOSE':
          return { do: 'expose', what: rest }
        case 'STOPSIGNAL':
          return { do: 'stopsignal', what: rest }
        default:
          throw new Error(`not understood: ${line}`)
      }
    })
}

function pairsIn(text: string): Record<string, string> {
  const pairs = text.matchAll(/([\w.]+)=(?:"([^"]*)"|(\S*))/g)
  return Object.fromEntries(Array.from(pairs, ([, name, quoted, bare]) => [name, quoted ?? bare ?? '']))
}

export function ignoredBy(text: string): (path: string) => boolean {
  const rules = text
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => {
      const pattern = line
        .replace(/^!/, '')
        .replace(/[.+^${}()|[\]\\]/g, '\\$&')
        .replace(/\*\*\/|\*/g, (stars) => (stars === '*' ? '[^/]*' : '(?:.*/)?'))
      return { isOut: !line.startsWith('!'), rule: new RegExp(`^${pattern}(?:/|$)`) }
    })
  // The last matching rule decides.
  return (path) => rules.findLast(({ rule }) => rule.test(path))?.isOut ?? false
}
