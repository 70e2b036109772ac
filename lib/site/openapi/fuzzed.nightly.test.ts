import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FAULTS } from '../../testing/stand-in/faults'
import { startStandIn } from '../../testing/stand-in/stand-in'
import { describeWith } from '../../testing/tools'
import { startLeafscan } from '../../testing/world/leafscan'

/* Schemathesis makes requests from the document, with a seed: no status, body or type may be undocumented, and nothing is 500. */

const SCHEMATHESIS = 'schemathesis==4.32.5'
// One worker: Python 3.11 parses source wrongly in two threads at once (CPython issue 106905), as Hypothesis does.
const RUN =
  '--seed 20261123 --generation-deterministic --max-examples 4 --phases examples,fuzzing --max-time 150 --workers 1 --no-color --request-timeout 20 --warnings off --continue-on-failure --no-shrink'
const CHECKS = 'not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance'

/** Those of an indexer that fails are documented. */
const SETTINGS = '[checks]\nnot_a_server_error.expected-statuses = ["2xx", "3xx", "4xx", "501", "502", "503", "504"]\n'

describeWith('python3', 'requests made from the document', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'schemathesis-'))
  const settings = path.join(folder, 'settings.toml')

  beforeAll(() => {
    execFileSync('python3', ['-m', 'venv', folder])
    execFileSync(path.join(folder, 'bin/pip'), ['install', '--quiet', SCHEMATHESIS])
    writeFileSync(settings, SETTINGS)
  }, 300_000)
  afterAll(() => rmSync(folder, { recursive: true }))

  test.each(['the sandbox', 'an indexer that fails'])(
    'find nothing undocumented in answers of %s',
    async (indexer) => {
      const standIn = indexer === 'the sandbox' ? null : await startStandIn()
      standIn?.fail(FAULTS.serverError)
      const explorer = await startLeafscan(standIn ? { INDEXER_URL: standIn.url } : {})
      const args = ['run', `${explorer.url}/api/v1/openapi.json`, '--url', explorer.url, '--checks', CHECKS]
      // Not in turns with this process, where the failing indexer is.
      const { error, output } = await new Promise<{ error: Error | null; output: string }>((resolve) => {
        const all = ['--config-file', settings, ...args, ...RUN.split(' ')]
        const done = (error: Error | null, output: string) => resolve({ error, output })
        execFile(path.join(folder, 'bin/schemathesis'), all, { cwd: folder, maxBuffer: 2 ** 26 }, done)
      })
      await explorer.stop()
      expect(error, output).toBeNull()
      expect(output).toMatch(/[1-9]\d* generated/)
    },
    300_000,
  )
})
