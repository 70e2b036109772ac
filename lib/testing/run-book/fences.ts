import fs from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../../..')

export const RUN_BOOK = ['docs/deployment.md', 'docs/api.md', 'docs/on-call.md']

/**
 * By the word after the fence's language. `run`: a shell script. `serve`: each line is started, must report ready, and ends by
 * SIGTERM. `start`: as `serve`, but runs until the end of its section. `skip`: not run, with the reason.
 */
export type Doing = { do: 'run'; network: boolean } | { do: 'serve' | 'start' } | { do: 'skip'; why: string }

export interface Fence {
  place: string
  language: string
  section: string
  doing: Doing | null
  text: string
}

/** @param name relative to the repository */
export function fencesOf(name: string, text = fs.readFileSync(path.join(root, name), 'utf8')): Fence[] {
  const fences: Fence[] = []
  const lines = text.split('\n')
  let section = ''
  for (let i = 0; i < lines.length; i++) {
    section = /^## (.*)/.exec(lines[i] ?? '')?.[1] ?? section
    const [, indent = '', info] = /^( *)```(.*)$/.exec(lines[i] ?? '') ?? []
    if (info === undefined) continue
    const begin = i
    while (++i < lines.length && lines[i] !== `${indent}\`\`\``) {}
    const body = lines.slice(begin + 1, i).map((line) => line.slice(indent.length))
    const [language = '', ...words] = info.trim().split(' ')
    fences.push({
      place: `${name}:${begin + 1}`,
      language,
      section,
      doing: doingOf(words.join(' ')),
      text: `${body.join('\n')}\n`,
    })
  }
  return fences
}

function doingOf(words: string): Doing | null {
  const [, why] = /^skip="([^"]{10,})"$/.exec(words) ?? []
  if (why !== undefined) return { do: 'skip', why }
  if (words === 'serve' || words === 'start') return { do: words }
  if (words === 'run' || words === 'run network') return { do: 'run', network: words !== 'run' }
  return null
}

const COMMAND =
  /^(?:[A-Z_]+=\S+ )*(?:amtool|apt-get|curl|docker|journalctl|kill|leafscan(?= )|nginx|node|npm|npx|openssl|pg_dump|promtool|psql|statsd_exporter|systemctl|varnishd)(?: |$)/

export function inlineCommandsOf(name: string, text = fs.readFileSync(path.join(root, name), 'utf8')): string[] {
  const outside = text.replace(/^( *)```[\s\S]*?^\1```$/gm, '')
  const spans = [...outside.matchAll(/`([^`]+)`/g)].map(([, span = '']) => span.replace(/\s+/g, ' '))
  return [...new Set(spans.filter((span) => COMMAND.test(span)))]
}

export function linkedFilesOf(name: string, text = fs.readFileSync(path.join(root, name), 'utf8')): string[] {
  const links = [...text.matchAll(/\]\(\.\.\/(deploy\/[^)#]+)[^)]*\)/g)].map(([, file = '']) => file)
  return [...new Set(links)]
}
