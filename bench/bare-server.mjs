// The least a Node server can do for an answer: read the request's body, send bytes that lie ready. Run as a process of
// its own by answers.mjs, which gives it the bytes by message and asks for them by path.
import http from 'node:http'

const answers = new Map()

const server = http.createServer((request, response) => {
  request.on('data', () => {})
  request.on('end', () => {
    const bytes = answers.get(request.url)
    response.writeHead(bytes ? 200 : 404, {
      'content-type': 'application/json; charset=utf-8',
      'access-control-allow-origin': '*',
      'content-length': bytes?.length ?? 0,
    })
    response.end(bytes)
  })
})
server.keepAliveTimeout = 75_000
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))

process.on('message', ({ path, base64 }) => {
  answers.set(path, Buffer.from(base64, 'base64'))
  process.send({ taken: path })
})
process.on('disconnect', () => process.exit())
