import 'server-only'
import fs from 'node:fs'
import path from 'node:path'
import { version as next } from 'next/package.json'
import { version } from '../../package.json'
import { once } from './once'

export const buildInfo = once('build info', () => {
  const root = process.env.LEAFSCAN_ROOT ?? process.cwd()
  return { version, commit: commitOf(root) ?? 'unknown', next, node: process.versions.node }
})

function commitOf(root: string): string | null {
  const read = (name: string) => {
    try {
      return fs.readFileSync(path.join(root, name), 'utf8').trim()
    } catch {
      return ''
    }
  }
  const head = read('.git/HEAD')
  const [, ref] = /^ref: (.+)$/.exec(head) ?? []
  const packed =
    ref &&
    read('.git/packed-refs')
      .split('\n')
      .find((line) => line.endsWith(` ${ref}`))
  const candidates = [ref ? read(`.git/${ref}`) : head, packed?.split(' ')[0], read('dist/commit')]
  return candidates.find((hash) => hash !== undefined && /^[0-9a-f]{40,64}$/.test(hash)) ?? null
}
