/** The first bytes of every successful response; its fields follow. */
export const envelopeBegins = '{"result":"success","msg":""'
