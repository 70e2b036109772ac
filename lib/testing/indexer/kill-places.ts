import fs from 'node:fs'
import path from 'node:path'
import { schemaToPostgres } from '@/lib/indexer/store/postgres/dialect'
import { init } from '@/lib/indexer/store/sqlite/migrations/0001-init'
import { openDatabase } from '@/lib/platform/sqlite/driver'
import { FATAL_POINTS, FATAL_POINTS_POSTGRES } from './fatal-points'
import type { PostgresServer } from './postgres'

export interface Places {
  points: string[]
  fresh(): Promise<string>
  makeFirstVersion(place: string): Promise<void>
  crash?(): Promise<void>
}

export function filePlaces(folder: string): Places {
  let made = 0
  return {
    points: Object.keys(FATAL_POINTS),
    async fresh() {
      for (const name of fs.readdirSync(folder)) fs.rmSync(path.join(folder, name))
      return path.join(folder, `${made++}.sqlite`)
    },
    async makeFirstVersion(file) {
      const db = openDatabase(file)
      db.exec(`${init}; PRAGMA user_version = 1; PRAGMA application_id = ${0x4c656166}`)
      db.exec(`INSERT INTO store VALUES (1, 'killed', '{}', 0)`)
      db.close()
    },
  }
}

export function serverPlaces(server: PostgresServer): Places {
  return {
    points: Object.keys(FATAL_POINTS_POSTGRES),
    fresh: () => server.freshDatabase(),
    async makeFirstVersion(url) {
      await server.query(
        `${schemaToPostgres(init)}; CREATE TABLE schema_version AS SELECT 1 AS version; INSERT INTO store VALUES (1, 'killed', '{}', 0)`,
        url,
      )
    },
    async crash() {
      await server.crash()
      await server.start()
    },
  }
}
