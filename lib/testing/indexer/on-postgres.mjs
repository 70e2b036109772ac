// Runs the built indexer on a new database of the server at POSTGRES_URL, whatever DATABASE_URL says: for programs that
// start the indexer with a file of their own choice.
import { randomBytes } from 'node:crypto'
import pg from 'pg'

const server = new URL(process.env.POSTGRES_URL ?? '')
const client = new pg.Client({ connectionString: server.href })
await client.connect()
server.pathname = `/started_${randomBytes(6).toString('hex')}`
await client.query(`CREATE DATABASE ${server.pathname.slice(1)}`)
await client.end()
process.env.DATABASE_URL = server.href
await import('../../../dist/indexer.mjs')
