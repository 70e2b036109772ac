import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { expect } from 'vitest'
import { inFolder } from '@/lib/testing/indexer/indexer-process'
import { sharedPostgres } from '@/lib/testing/indexer/shared-postgres'
import { testWith } from '@/lib/testing/tools'
import { bundleIndexer, INDEXER_PARTS } from '@/scripts/bundle.mjs'
import { freePort } from '@/scripts/free-port.mjs'

const server = sharedPostgres()

testWith('postgres', 'what is assembled to run without packages reaches a PostgreSQL server', () =>
  inFolder(async (folder) => {
    fs.mkdirSync(path.join(folder, 'dist'))
    await bundleIndexer()
    for (const [, name] of INDEXER_PARTS) fs.copyFileSync(path.join('dist', name), path.join(folder, 'dist', name))
    const ledger = path.join(folder, 'ledger')
    fs.mkdirSync(path.join(ledger, 'blocks'), { recursive: true })
    fs.writeFileSync(path.join(ledger, 'blocks', '7.json'), JSON.stringify({ blockTime: 1, transactions: [] }))
    const { PATH = '' } = process.env
    const env = {
      PATH,
      LEDGER: ledger,
      DATABASE_URL: await server.freshDatabase(),
      INDEXER_PORT: `${await freePort()}`,
    }
    const child = spawn(process.execPath, ['dist/indexer.mjs'], {
      cwd: folder,
      env: { ...env, NODE_ENV: 'production' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    const ready = new Promise<void>((resolve) => {
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', (text) => {
          output += String(text)
          if (output.includes('Leafscan indexer ready')) resolve()
        })
      }
    })
    await Promise.race([ready, once(child, 'exit')])
    expect(output).toContain('Leafscan indexer ready')
    expect(await server.query('SELECT slot FROM store', env.DATABASE_URL)).toEqual([{ slot: '7' }])
    child.kill()
    await once(child, 'exit')
  }),
)
