import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { isAlive } from '@/lib/testing/processes'

const PROGRAM = path.resolve(import.meta.dirname, '../lib/testing/supervised/supervisor.mjs')
const LIMIT = { timeout: 20_000 }

interface Started {
  supervisor: ChildProcess
  pids(): { indexer: number; explorer: number }
  output(): string
  exit: Promise<number | null>
}

const running: Started[] = []

afterAll(() => {
  for (const { supervisor } of running) supervisor.kill('SIGKILL')
})

async function start({
  drainMs = 0,
  killAfterMs = 600_000,
  manner = 'quick',
  samePressMs = '',
} = {}): Promise<Started> {
  const supervisor = spawn(process.execPath, [PROGRAM, String(drainMs), String(killAfterMs), manner, samePressMs], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [supervisor.stdout, supervisor.stderr]) {
    stream.on('data', (text) => {
      output += text
    })
  }
  const pidOf = (name: string) => Number([...output.matchAll(new RegExp(`${name} runs as (\\d+)`, 'g'))].at(-1)?.[1])
  const started = {
    supervisor,
    pids: () => ({ indexer: pidOf('indexer'), explorer: pidOf('explorer') }),
    output: () => output,
    exit: once(supervisor, 'close').then(([code]) => code as number | null),
  }
  running.push(started)
  await vi.waitFor(() => expect(Object.values(started.pids()).every(Number.isInteger)).toBe(true), LIMIT)
  return started
}

const left = ({ pids }: Started) => Object.values(pids()).filter(isAlive)

describe.concurrent('a supervisor', () => {
  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    '%s ends both children, then all with exit code 0',
    async (signal) => {
      const started = await start()
      started.supervisor.kill(signal)
      expect(await started.exit).toBe(0)
      expect(left(started)).toEqual([])
      for (const name of ['indexer', 'explorer']) expect(started.output()).toContain(`${name} hears SIGTERM`)
    },
  )

  test.each(['indexer', 'explorer'] as const)(
    'whose %s is killed ends all, with an error that names it',
    async (name) => {
      const started = await start({ drainMs: 600_000 })
      process.kill(started.pids()[name], 'SIGKILL')
      expect(await started.exit).toBe(1)
      expect(started.output()).toContain(`Leafscan: the ${name} ended (SIGKILL), so everything stops`)
      expect(started.output()).not.toContain('drain')
      expect(left(started)).toEqual([])
    },
  )

  test('has the exit code of the child that ended by itself', async () => {
    const started = await start()
    process.kill(started.pids().indexer, 'SIGHUP')
    expect(await started.exit).toBe(3)
    expect(started.output()).toContain('Leafscan: the indexer ended (exit code 3), so everything stops')
    expect(left(started)).toEqual([])
  })

  test('drains the explorer before it tells anybody to end', async () => {
    const started = await start({ drainMs: 300 })
    started.supervisor.kill('SIGTERM')
    expect(await started.exit).toBe(0)
    const received = started.output().match(/\w+ hears .*/g)
    expect(received?.[0]).toBe('explorer hears {"drain":true}')
    expect(received?.slice(1).sort()).toEqual(['explorer hears SIGTERM', 'indexer hears SIGTERM'])
  })

  test('lets all go on while it drains; a second signal does not wait', async () => {
    const started = await start({ drainMs: 600_000, samePressMs: '0' })
    started.supervisor.kill('SIGINT')
    await vi.waitFor(() => expect(started.output()).toContain('drain'), LIMIT)
    expect(left(started)).toHaveLength(2)
    started.supervisor.kill('SIGINT')
    expect(await started.exit).toBe(0)
    expect(left(started)).toEqual([])
    expect(started.output()).not.toContain('SIGTERM')
  })

  test('takes a signal that comes together with the first for the same one', async () => {
    const started = await start({ drainMs: 300 })
    started.supervisor.kill('SIGINT')
    // Another signal: two of a kind may be merged.
    started.supervisor.kill('SIGTERM')
    expect(await started.exit).toBe(0)
    for (const name of ['indexer', 'explorer']) expect(started.output()).toContain(`${name} hears SIGTERM`)
    expect(left(started)).toEqual([])
  })

  test('kills children that do not end, after a while', async () => {
    const started = await start({ killAfterMs: 300, manner: 'stubborn' })
    started.supervisor.kill('SIGTERM')
    expect(await started.exit).toBe(0)
    expect(left(started)).toEqual([])
  })

  test('ends all, with the right exit code, when nobody reads its output any more', async () => {
    const quiet = await start()
    const killed = await start()
    for (const { supervisor } of [quiet, killed]) {
      supervisor.stdout?.destroy()
      supervisor.stderr?.destroy()
    }
    quiet.supervisor.kill('SIGINT')
    process.kill(killed.pids().explorer, 'SIGKILL')
    expect(await quiet.exit).toBe(0)
    expect(await killed.exit).toBe(1)
    expect([...left(quiet), ...left(killed)]).toEqual([])
  })

  test('starts an indexer that is replaced again, and ends nothing else', async () => {
    const started = await start()
    const before = started.pids()
    started.supervisor.kill('SIGUSR2')
    await vi.waitFor(() => expect(started.pids().indexer).not.toBe(before.indexer), LIMIT)
    expect(isAlive(before.indexer)).toBe(false)
    expect(started.pids().explorer).toBe(before.explorer)
    expect(left(started)).toHaveLength(2)
    started.supervisor.kill('SIGINT')
    expect(await started.exit).toBe(0)
    expect(started.output()).not.toContain('everything stops')
  })
})
