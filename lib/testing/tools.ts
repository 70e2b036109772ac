import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, test } from 'vitest'

/* Programs that npm does not install. Tests of a missing one are skipped; scripts/test.mjs lists them, and the gate fails. */

const TOOLS = {
  postgres: { package: 'postgresql', also: debianPostgres() },
  pgbouncer: { package: 'pgbouncer', also: ['/usr/sbin'] },
  nginx: { package: 'nginx-light', also: ['/usr/sbin'] },
  varnishd: { package: 'varnish', also: ['/usr/sbin'] },
  prometheus: { package: 'prometheus', also: [] },
  promtool: { package: 'prometheus', also: [] },
  'prometheus-alertmanager': { package: 'prometheus-alertmanager', also: [] },
  'docker-compose': { package: 'docker-compose', also: [] },
  soffice: { package: 'libreoffice-calc', also: [] },
  strace: { package: 'strace', also: [] },
  openssl: { package: 'openssl', also: [] },
  'systemd-analyze': { package: 'systemd', also: [] },
  wrk: { package: 'wrk', also: [] },
  python3: { package: 'python3-venv', also: [] },
} as const satisfies Record<string, { package: string; also: readonly string[] }>

export type Tool = keyof typeof TOOLS

function debianPostgres(): string[] {
  const folder = '/usr/lib/postgresql'
  const versions = existsSync(folder) ? readdirSync(folder).sort((a, b) => Number(b) - Number(a)) : []
  return versions.map((version) => path.join(folder, version, 'bin'))
}

/** null: not installed. */
export function pathOfTool(tool: Tool): string | null {
  const folders = [...TOOLS[tool].also, ...(process.env.PATH ?? '').split(path.delimiter)]
  return folders.map((folder) => path.join(folder, tool)).find((file) => existsSync(file)) ?? null
}

function missing(tools: readonly Tool[]): string | null {
  const tool = tools.find((tool) => pathOfTool(tool) === null)
  return tool === undefined ? null : ` [needs ${tool}: apt-get install ${TOOLS[tool].package}]`
}

export function describeWith(tools: Tool | readonly Tool[], title: string, tests: () => void): void {
  const lacks = missing([tools].flat())
  describe.skipIf(lacks !== null)(title + (lacks ?? ''), tests)
}

export function testWith(
  tools: Tool | readonly Tool[],
  title: string,
  run: () => Promise<void> | void,
  timeoutMs?: number,
): void {
  const lacks = missing([tools].flat())
  test.skipIf(lacks !== null)(title + (lacks ?? ''), run, timeoutMs)
}
