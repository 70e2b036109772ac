// `node child.mjs <name> [stubborn]`: prints each signal; stubborn ones do not end on a signal. SIGHUP: exits with code 3.
const [name, manner] = process.argv.slice(2)

// The output may have no reader any more.
process.stdout.on('error', () => {})
process.on('message', (message) => console.log(`${name} hears ${JSON.stringify(message)}`))
process.on('SIGTERM', () => {
  console.log(`${name} hears SIGTERM`)
  if (manner !== 'stubborn') process.exit(0)
})
process.on('SIGHUP', () => process.exit(3))
process.on('disconnect', () => process.exit(0))
console.log(`${name} runs as ${process.pid}`)
