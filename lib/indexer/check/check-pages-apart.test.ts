import fs from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { comes } from '@/lib/testing/comes'
import { inFolder } from '@/lib/testing/indexer/indexer-process'
import { checkPagesApart } from './check-pages-apart'

async function checkWith(code: string, onBegin = (_pid: number | null) => {}, signal = new AbortController().signal) {
  let found: string | null | undefined
  await inFolder(async (folder) => {
    const script = path.join(folder, 'pages.mjs')
    fs.writeFileSync(script, code)
    found = await checkPagesApart(script, '/a/store')(onBegin, signal)
  })
  return found
}

it('answers what the process found in the file, and why it could not look', async () => {
  expect(await checkWith('process.send({ problem: null }); process.disconnect()')).toBeNull()
  expect(await checkWith('process.send({ problem: process.argv[2] }, () => process.exit())')).toBe('/a/store')
  await expect(checkWith('process.send({ failed: "locked" }); process.disconnect()')).rejects.toThrow('locked')
  await expect(checkWith('process.exit(3)')).rejects.toThrow('ended early')
})

it('ends the process once it is aborted', async () => {
  const ending = new AbortController()
  let pid = 0
  const checking = checkWith(
    'setInterval(() => {}, 1000)',
    (id) => {
      pid = Number(id)
      process.kill(pid, 0)
      ending.abort()
    },
    ending.signal,
  )
  await expect(checking).rejects.toThrow('ended early')
  await comes(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'))
})
