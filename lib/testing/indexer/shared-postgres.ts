import { afterAll, inject } from 'vitest'
import { type Databases, databasesOf } from './postgres'

/** Tests that crash, restart or configure a server start their own. */
export function sharedPostgres(): Databases {
  let databases: Promise<Databases> | null = null
  const made: string[] = []
  const there = () => {
    databases ??= found()
    return databases
  }
  afterAll(async () => {
    if (!databases) return
    const { query } = await databases
    for (const name of made) await query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  })
  return {
    query: async (sql, url) => (await there()).query(sql, url),
    async freshDatabase() {
      const url = await (await there()).freshDatabase()
      made.push(new URL(url).pathname.slice(1))
      return url
    },
  }
}

async function found(): Promise<Databases> {
  const response = await fetch(inject('postgresFrom'))
  const text = await response.text()
  if (!response.ok) throw new Error(text)
  return databasesOf(text)
}
