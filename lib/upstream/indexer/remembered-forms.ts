import 'server-only'
import fs from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import type { PathForm } from '../../platform/environment'
import { errorClass, log } from '../../platform/log'
import type { Endpoint } from '../networks/endpoint'
import { dataDir } from '../networks/networks'
import { cursorKey } from '../networks/signing-key'

/* Keeps each host's form across restarts. Hosts are stored as keyed digests, so the file reveals no URL. */

const FILE = 'indexer-forms.json'

const MAX_HOSTS = 100

const CONTENT = z.record(z.string().regex(/^[0-9a-f]{32}$/), z.enum(['method', 'base']))

export function rememberedForm(endpoint: Endpoint): PathForm | null {
  return read()[identityOf(endpoint)] ?? null
}

/** A failed write only means another search at the next start. */
export function rememberForm(endpoint: Endpoint, form: PathForm): void {
  const { [identityOf(endpoint)]: _, ...others } = read()
  const all = [...Object.entries(others), [identityOf(endpoint), form]].slice(-MAX_HOSTS)
  const file = path.join(dataDir(), FILE)
  const draft = `${file}.${process.pid}`
  try {
    fs.mkdirSync(dataDir(), { recursive: true })
    fs.writeFileSync(draft, `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`, { mode: 0o600 })
    fs.renameSync(draft, file)
  } catch (error) {
    log('warn', 'the form of an indexer cannot be remembered', { error: errorClass(error) })
  }
}

function read(): Record<string, PathForm> {
  try {
    return CONTENT.parse(JSON.parse(fs.readFileSync(path.join(dataDir(), FILE), 'utf8')))
  } catch {
    return {}
  }
}

function identityOf(endpoint: Endpoint): string {
  return endpoint.digest((url) => cursorKey().sign('indexer form\0', url).toString('hex'))
}
