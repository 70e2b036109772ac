import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { describeWith } from '@/lib/testing/tools'

const promtool = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync('promtool', args, { cwd: import.meta.dirname, encoding: 'utf8' })
  return { status, output: `${stdout}${stderr}` }
}

describeWith('promtool', 'promtool', () => {
  test.each(['prometheus.yml', 'compose.prometheus.yml'])('takes %s, with the rules that it names', (name) => {
    const { status, output } = promtool('check', 'config', name)
    expect(output).toContain(`${name} is valid`)
    expect(output).toMatch(/SUCCESS: 1 rule files found/)
    expect(status).toBe(0)
  })

  describe.each(['.', 'photon'])('rules in %s', (folder) => {
    test('have nothing to mend', () => {
      expect(promtool('check', 'rules', '--lint=all', '--lint-fatal', `${folder}/alerts.yml`).status).toBe(0)
    })

    const tests = fs.readdirSync(path.join(import.meta.dirname, folder)).filter((name) => name.endsWith('.test.yml'))

    test.each(tests)('fire each on its cause, not on what looks like it, and clear: %s', (name) => {
      const { status, output } = promtool('test', 'rules', `${folder}/${name}`)
      expect(output).toContain('SUCCESS')
      expect(status).toBe(0)
    })
  })
})
