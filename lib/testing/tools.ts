import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, test } from 'vitest'

/*
 * Programs that some tests need and npm does not install. Where one is missing, its tests are skipped; scripts/test.mjs
 * names them at the end, and the gate, which installs every tool, fails.
 */

/** What a tool is found by, and the Debian package that brings it. */
const TOOLS = {
  postgres: { package: 'postgresql', also: debianPostgres() },
  pgbouncer: { package: 'pgbouncer', also: ['/usr/sbin'] },
  nginx: { package: 'nginx-light', also: ['/usr/sbin'] },
  varnishd: { package: 'varnish', also: ['/usr/sbin'] },
  prometheus: { package: 'prometheus', also: [] },
  promtool: { package: 'prometheus', also: [] },
  soffice: { package: 'libreoffice-calc', also: [] },
  strace: { package: 'strace', also: [] },
  openssl: { package: 'openssl', also: [] },
  'systemd-analyze': { package: 'systemd', also: [] },
  wrk: { package: 'wrk', also: [] },
} as const satisfies Record<string, { package: string; also: readonly string[] }>

export type Tool = keyof typeof TOOLS

/** Folders of Debian's PostgreSQL servers, the newest first. */
function debianPostgres(): string[] {
  const folder = '/usr/lib/postgresql'
  const versions = existsSync(folder) ? readdirSync(folder).sort((a, b) => Number(b) - Number(a)) : []
  return versions.map((version) => path.join(folder, version, 'bin'))
}

/** The program's path; null where it is not installed. */
export function pathOfTool(tool: Tool): string | null {
  const folders = [...TOOLS[tool].also, ...(process.env.PATH ?? '').split(path.delimiter)]
  return folders.map((folder) => path.join(folder, tool)).find((file) => existsSync(file)) ?? null
}

/** The first of these tools that is missing, as the end of a title; null where all are there. */
function missing(tools: readonly Tool[]): string | null {
  const tool = tools.find((tool) => pathOfTool(tool) === null)
  return tool === undefined ? null : ` [needs ${tool}: apt-get install ${TOOLS[tool].package}]`
}

/** `describe`, skipped where one of the tools is missing. */
export function describeWith(tools: Tool | readonly Tool[], title: string, tests: () => void): void {
  const lacks = missing([tools].flat())
  describe.skipIf(lacks !== null)(title + (lacks ?? ''), tests)
}

/** `test`, skipped where one of the tools is missing. @param timeoutMs as test() has it. */
export function testWith(
  tools: Tool | readonly Tool[],
  title: string,
  run: () => Promise<void> | void,
  timeoutMs?: number,
): void {
  const lacks = missing([tools].flat())
  test.skipIf(lacks !== null)(title + (lacks ?? ''), run, timeoutMs)
}
