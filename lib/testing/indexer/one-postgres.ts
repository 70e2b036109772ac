import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestProject } from 'vitest/node'
import { POSTGRES_BIN, startPostgres } from './postgres'

/* One PostgreSQL server for all test files of a run. It starts on first use: most runs need none. */

declare module 'vitest' {
  interface ProvidedContext {
    /** GET returns the URL of the server's owner. Empty where PostgreSQL is not installed. */
    postgresFrom: string
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (POSTGRES_BIN === null) {
    project.provide('postgresFrom', '')
    return async () => {}
  }
  let starting: ReturnType<typeof startPostgres> | null = null
  const door = http.createServer((_, response) => {
    starting ??= startPostgres()
    starting.then(
      ({ ownerUrl }) => response.end(ownerUrl),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve))
  project.provide('postgresFrom', `http://127.0.0.1:${(door.address() as AddressInfo).port}`)
  return async () => {
    door.close()
    await (await starting)?.stop()
  }
}
