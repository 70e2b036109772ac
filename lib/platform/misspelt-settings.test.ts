import { describe, expect, test } from 'vitest'
import { openFolder } from '../indexer/ledger/folder'
import { misspeltSettings } from '../testing/misspelt-settings'
import { CANARIES, secretsOf } from '../testing/upstream/canary'
import { type Environment, EnvironmentError, readEnvironment } from './environment'

const SECRETS = [...secretsOf([]), ...Object.values(CANARIES).map((key) => key.slice(0, 12))]

function printed(env: Record<string, string>): string {
  try {
    return taken(readEnvironment(env, '/repository'))
  } catch (error) {
    expect(error).toBeInstanceOf(EnvironmentError)
    return String(error)
  }
}

function taken({ networks, ledger, programIds, notices }: Environment): string {
  const hosts = networks.map(({ name, url }) => `${name} at ${new URL(url).host}`)
  if (ledger.kind !== 'folder') return [...hosts, ...notices].join()
  try {
    openFolder({ folder: ledger.path, compressionProgram: programIds.compression })
  } catch (error) {
    return String(error)
  }
  throw new Error('there is such a folder')
}

describe('a URL with keys that is misspelt, or stands in another variable, is not printed', () => {
  test.each(misspeltSettings())('%s', (_, env) => {
    const text = printed(env)
    expect(text).not.toContain('\n')
    expect(SECRETS.filter((secret) => text.includes(secret))).toEqual([])
  })
})
