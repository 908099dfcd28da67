export const forOtherClients = 'لتطبيقات أخرى: هذا التطبيق لا يفعل به شيئًا.'
export const sentByNobody = 'هذا الخادم لا يرسل شيئًا من هذا.'
