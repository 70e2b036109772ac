import { EventEmitter } from 'node:events'
import { MessageChannel, type MessagePort } from 'node:worker_threads'

export function threadHere(run: (port: MessagePort) => unknown) {
  const { port1, port2 } = new MessageChannel()
  const thread = new EventEmitter()
  port1.on('message', (message) => thread.emit('message', message))
  port1.on('close', () => thread.emit('exit'))
  run(port2)
  return Object.assign(thread, {
    postMessage: (sent: unknown) => port1.postMessage(sent),
    terminate: () => port1.close(),
  })
}
