// A mail server for the walk: appends every mail that it gets on port 2525 to a file.
import { appendFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData: (stream, _session, done) => {
    buffer(stream).then((mail) => {
      appendFileSync(process.argv[2], mail)
      done()
    }, done)
  },
}).listen(2525, '127.0.0.1')
