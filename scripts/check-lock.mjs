// The lock must hold every platform's packages (else npm ci fails for someone) and no download addresses.
import fs from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const locks = ['package-lock.json', 'lib/indexer/sandbox/recorder/package-lock.json']
const problems = []

for (const file of locks.filter((name) => fs.existsSync(path.join(root, name)))) {
  const { packages } = JSON.parse(fs.readFileSync(path.join(root, file), 'utf8'))
  for (const [place, entry] of Object.entries(packages)) {
    if (entry.resolved?.includes('://')) problems.push(`${file}: ${place} records a download address`)
    if (file !== 'package-lock.json') continue
    for (const name of Object.keys(entry.optionalDependencies ?? {})) {
      const locked = Object.keys(packages).some((other) => other.endsWith(`node_modules/${name}`))
      if (!locked)
        problems.push(`${file}: ${place || 'the project'} needs ${name} on some platform, which is not locked`)
    }
  }
}

for (const problem of problems) console.error(problem)
process.exit(problems.length > 0 ? 1 : 0)
