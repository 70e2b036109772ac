import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { describeWith } from '@/lib/testing/tools'

/* What Prometheus's own tool says of the shipped files. */

const promtool = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync('promtool', args, { cwd: import.meta.dirname, encoding: 'utf8' })
  return { status, output: `${stdout}${stderr}` }
}

describeWith('promtool', 'promtool', () => {
  test('takes the scrape configuration, with the rules that it names', () => {
    const { status, output } = promtool('check', 'config', 'prometheus.yml')
    expect(output).toContain('prometheus.yml is valid')
    expect(output).toMatch(/SUCCESS: 1 rule files found/)
    expect(status).toBe(0)
  })

  test('finds nothing to mend in the rules', () => {
    expect(promtool('check', 'rules', '--lint=all', '--lint-fatal', 'alerts.yml').status).toBe(0)
  })

  test('each alert fires on its cause, not on what looks like it, and clears', () => {
    const { status, output } = promtool('test', 'rules', 'alerts.test.yml')
    expect(output).toContain('SUCCESS')
    expect(status).toBe(0)
  })
})
