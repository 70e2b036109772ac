import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { shippedText } from '@/lib/testing/deploy/start-cache.mjs'
import { describeWith } from '@/lib/testing/tools'

/* Only the path of Node differs from the shipped units. */

const tool = 'systemd-analyze'
/** Milliseconds until the supervisor kills: scripts/supervisor.mjs. */
const supervisor = fs.readFileSync(path.resolve(import.meta.dirname, '../scripts/supervisor.mjs'), 'utf8')
const killAfterSeconds = Number(/KILL_AFTER_MS = ([\d_]+)/.exec(supervisor)?.[1]?.replaceAll('_', '')) / 1000

const UNITS = ['leafscan.service', 'leafscan-indexer.service']
const settingsOf = (unit: string) => {
  const text = shippedText(unit)
  return (name: string) => new RegExp(`^(?:Environment=)?${name}=(.*)$`, 'm').exec(text)?.[1]
}

describe('the systemd unit', () => {
  test('of the explorer waits longer for the end than draining and the supervisor together', () => {
    const setting = settingsOf('leafscan.service')
    expect(killAfterSeconds).toBeGreaterThan(0)
    expect(Number(setting('TimeoutStopSec'))).toBeGreaterThan(Number(setting('DRAIN_SECONDS')) + killAfterSeconds)
  })

  test.each(UNITS)('%s holds no secret and says where it belongs', (name) => {
    const setting = settingsOf(name)
    const unit = path.basename(name, '.service')
    expect(shippedText(name)).not.toMatch(/^Environment=(INDEXER_URL|LEDGER|DATABASE_URL|CURSOR_KEY)/m)
    expect(setting('EnvironmentFile')).toBe(`-/etc/${unit}.env`)
    expect([setting('StateDirectory'), setting('DATA_DIR')]).toEqual([unit, `/var/lib/${unit}`])
    expect(setting('KillSignal')).toBe('SIGTERM')
  })

  test('both are locked down alike', () => {
    const rules = UNITS.map((name) =>
      shippedText(name)
        .split('\n')
        .filter((line) =>
          /^(NoNew|Capab|Ambient|Protect|Private|RemoveIPC|Restrict|Lock|Keyring|SystemCall|UMask)/.test(line),
        ),
    )
    expect(rules[0]?.length).toBeGreaterThan(20)
    expect(rules[1]).toEqual(rules[0])
  })
})

describeWith(tool, tool, () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'leafscan-unit-'))
  afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))
  const analyze = (unit: string, ...args: string[]) => {
    const file = path.join(folder, unit)
    fs.writeFileSync(file, shippedText(unit).replace('ExecStart=node ', `ExecStart=${process.execPath} `))
    return spawnSync(tool, [...args, file], { encoding: 'utf8' })
  }

  test.each(UNITS)('finds nothing to complain about in %s', (unit) => {
    const { status, stderr } = analyze(unit, 'verify')
    expect(stderr.split('\n').filter((line) => line.includes('leafscan'))).toEqual([])
    expect(status).toBe(0)
  })

  test.each(UNITS)('calls what %s leaves open little: at most 2 of 10', (unit) => {
    const { status, stdout } = analyze(unit, 'security', '--offline=yes', '--no-pager', '--threshold=20')
    expect(stdout).toMatch(/Overall exposure level/)
    expect(status).toBe(0)
  })
})
