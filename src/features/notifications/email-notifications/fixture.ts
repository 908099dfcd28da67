import { type Person, startServer, TestOrganization, type TestServer } from '#test'
import { MailServer, type ReceivedMail } from '../../../../test/harness/mail.ts'

export class Mailing {
  readonly server: TestServer
  readonly smtp: MailServer

  private constructor(server: TestServer, smtp: MailServer) {
    this.server = server
    this.smtp = smtp
  }

  static async start(): Promise<Mailing> {
    const smtp = await MailServer.start()
    return new Mailing(await startServer({ smtpUrl: smtp.url, mailFrom: 'chat@loquat.example' }), smtp)
  }

  async close(): Promise<void> {
    await this.server.close()
    await this.smtp.close()
  }

  async people(): Promise<{ society: TestOrganization; ada: Person; ben: Person; cleo: Person }> {
    this.server.clock.set(new Date())
    const society = await TestOrganization.found(this.server)
    const [ben, cleo] = [await society.join('Ben'), await society.join('Cléo 王 & Co')]
    await this.pass(200_000)
    this.smtp.mails.length = 0
    return { society, ada: society.owner, ben, cleo }
  }

  /** Advances the clock; returns the mails that arrive at the end, optionally of one person. */
  async pass(secs: number, to?: Person): Promise<ReceivedMail[]> {
    const before = this.smtp.mails.length
    this.server.clock.advance(secs * 1000)
    await this.server.runtime.timer.wake()
    await this.server.runtime.timer.wake()
    return this.smtp.mails.slice(before).filter((mail) => !to || mail.to[0] === to.email)
  }
}
