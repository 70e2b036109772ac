import { describe, expect, it } from 'vitest'
import { isTransient, redactHost, ServerGone, serverProblem } from './problems'

const databaseError = (code: string) => Object.assign(new Error('in its words'), { severity: 'ERROR', code })
const systemError = (code: string) => Object.assign(new Error(`connect ${code} db.internal:5432`), { code })

describe('what a server says', () => {
  it.each([
    ['53100', 'the disk of the database is full'],
    ['53300', 'the database has no connection left'],
    ['53200', 'the database is short of memory'],
    ['57P01', 'the database is shutting down or starting'],
    ['57P03', 'the database is shutting down or starting'],
    ['57P05', 'the connection to the database is lost'],
    ['57014', 'the database broke a statement off'],
    ['25006', 'the database takes no writes'],
    ['58030', 'the disk of the database fails'],
    ['08006', 'the connection to the database is lost'],
    ['40001', 'the database is busy with another transaction'],
    ['XX001', 'the store is damaged'],
    ['XX002', 'the store is damaged'],
  ])('%s stops ingestion: %s', (code, problem) => {
    expect(serverProblem(databaseError(code))).toBe(problem)
  })

  it.each(['42P01', '23505', 'XX000', '22003'])('%s is a mistake, which no waiting heals', (code) => {
    expect(serverProblem(databaseError(code))).toBeNull()
  })

  it('other errors are none of a server', () => {
    expect(serverProblem(new Error('x'))).toBeNull()
    expect(serverProblem(Object.assign(new Error('x'), { errcode: 13, code: 'ERR_SQLITE_ERROR' }))).toBeNull()
    expect(serverProblem('57P01')).toBeNull()
  })

  it('is asked once more only where that may help', () => {
    expect(['40001', '57P01', '40P01'].map((code) => isTransient(databaseError(code)))).toEqual([true, true, true])
    expect(['57014', '53300', '42P01', '28P01'].map((code) => isTransient(databaseError(code)))).toEqual([
      false,
      false,
      false,
      false,
    ])
    expect(isTransient(new ServerGone(null))).toBe(true)
    expect(isTransient(new ServerGone('ECONNREFUSED'))).toBe(false)
  })
})

describe('a connection that cannot be had or is lost', () => {
  it.each([
    [systemError('ECONNREFUSED'), 'the database takes no connections'],
    [systemError('ENOTFOUND'), 'the host of the database is not known'],
    [systemError('ECONNRESET'), 'the connection to the database is lost'],
    [new Error('Connection terminated unexpectedly'), 'the connection to the database is lost'],
    [systemError('SELF_SIGNED_CERT_IN_CHAIN'), 'there is no connection to the database (SELF_SIGNED_CERT_IN_CHAIN)'],
    [new Error('The server does not support SSL connections'), 'the database does not speak TLS'],
    [new Error('Query read timeout'), 'the database does not answer in time'],
  ])('%s is told without naming the host', (error, words) => {
    const hidden = redactHost(error)
    expect(hidden).toBeInstanceOf(ServerGone)
    expect(serverProblem(hidden)).toBe(words)
    expect(JSON.stringify(hidden)).not.toContain('db.internal')
  })
})
