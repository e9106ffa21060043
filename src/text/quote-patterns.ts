/** A line that begins with a quote sign. */
export const QUOTED = /^ {0,3}>/;

/** "-----Original Message-----" and its translations, also between asterisks: the mail replied to follows. */
export const ORIGINAL_MESSAGE =
  /^[\s*]*[-‐–]{2,}\s*(?:original message|original appointment|ursprünglicher termin|rendez-vous d['’]origine|reply message|ursprüngliche nachricht|original-?nachricht|message d['’]origine|message original|mensaje original|mensagem original|messaggio originale|oorspronkelijk bericht|originalmeddelande|ursprungligt meddelande|(?:original|oprindelig) (?:meddelelse|besked|mail)|opprinnelig melding|alkuperäinen viesti|wiadomość oryginalna|oryginalna wiadomość|původní zpráva|pôvodná správa|eredeti üzenet|mesaj original|исходное сообщение|оригинальное сообщение|оригінальне повідомлення|αρχικό μήνυμα|orijinal ileti|özgün ileti|原始邮件|原始郵件|邮件原件|元のメッセージ|원본 메시지|원본 메일)\s*[-‐–]{2,}[\s*]*$|^\s*={2,}\s*message du\s?:?\s\d[^=]{5,40}=*\s*$/iu;

/**
 * "Begin forwarded message:", "---------- Forwarded message ---------" and translations: the text that follows is to be
 * read.
 */
export const FORWARDED =
  /^[\s>*]*(?:-{2,}\s*(?:forwarded (?:message|by\b.*)|weitergeleitete nachricht|message (?:transféré|réexpédié)|mensaje reenviado|mensagem encaminhada|messaggio inoltrato|doorgestuurd bericht|vidarebefordrat meddelande|videresendt (?:meddelelse|melding)|välitetty viesti|wiadomość przekazana|przekazana wiadomość|přeposlaná zpráva|továbbított üzenet|mesaj redirecționat|пересылаемое сообщение|переслане повідомлення|iletilen mesaj|转发的邮件|已转发邮件|轉寄郵件|転送されたメッセージ|전달된 메시지)\s*-{2,}|(?:begin forwarded message|anfang der weitergeleiteten (?:nachricht|e-?mail)|début du (?:message réexpédié|message transféré)|inicio del mensaje reenviado|início da mensagem (?:encaminhada|reencaminhada)|inizio messaggio inoltrato|begin doorgestuurd bericht|vidarebefordrat brev|początek przekazywanej wiadomości|начало переадресованного сообщения|下面是被转发的邮件|以下は転送されたメッセージです)\s*[:：])[\s*]*$/iu;

/** A line that says where to reply: the customer wrote nothing below it. */
export const REPLY_ABOVE =
  /(?:reply above this line|type your reply above|write above this line|antworten sie (?:bitte )?oberhalb|répondre au-dessus de cette ligne|responda por encima de esta línea|rispondi sopra questa riga)/iu;

/** The words for "wrote" by which mail programs introduce a quote. */
export const WROTE =
  /(?:\b(?:wrote|writes|schrieb|geschrieben|schreef|geschreven|skrev|scrisse|ha scritto|escreveu|escribió|escribio|ecrit|escrigué|a scris|napisao|rašė|viết)|a écrit|écrit|kirjoitti|napisał(?:\(a\))?|napisała|napsal(?:\(a\))?|napísal(?:\(a\))?|írta|yazdı|έγραψε|написал(?:\(а\))?|написала|написав|пишет|пише|писал|כתב|كتب|写道|寫道|のメール|書きました|작성|님이 씀|เขียนว่า)(?![\p{L}\p{N}])/iu;

/** How the line that introduces a quote begins: a preposition and a date, a weekday, a date, or a name and address. */
export const ATTRIBUTION_START =
  /^[\s*-]*(?:(?:on|at|am|le|el|em|il|op|den|dne|dňa|dnia|w dniu|pe|în|στις|vào|בתאריך|в|у)[\s,]+(?=.*\d)|[在於于]\s?\d|(?:пн|вт|ср|чт|пт|сб|вс|нд|понедельник|вторник|среда|четверг|пятница|суббота|воскресенье|понеділок|вівторок|середа|четвер|пʼятниця|субота|неділя)[.,\s]|(?:mon|tues|wednes|thurs|fri|satur|sun)day[,\s]+(?=.*\d)|(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)[,\s]+(?=.*\d)|(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)[,\s]+(?=.*\d)|\p{L}{2,3}\.?,?\s\d{1,2}(?:\.\s|\s\p{L})|\p{L}{3,9}\.?\s\d{1,2},?\s(?:19|20)\d\d|\d{1,4}(?:[-/.年년]|\s\p{L})|[^<>]{1,80}<[^\s@]+@\S+>)/iu;

/** A line that certainly begins an introduction, so that it cannot be the second line of another. */
export const DATED_START = /^(?:On|At|Am|Le|El|Em|Il|Op|Den|Dnia)\s.*\d/;

/** A time of day, a full date or an address: rare in the writer's own text beside "wrote:". */
export const ATTRIBUTION_PROOF = /\d{1,2}[:.]\d{2}|\b(?:19|20)\d{2}\b|\S@\S|\byou wrote:/iu;

/** Gmail's forms without a verb: a date, a name, an address. */
export const DATE_AND_ADDRESS =
  /^\s*\d{4}[-/年.]\s?\d{1,2}[-/月.]\s?\d{1,2}日?.{0,120}?(?:<[^<>]*@[^<>]*>\s*[:：]?|GMT[+-]\d{1,2}:?\d{2} [^<]{1,60})$/u;

/** A date, a time, and an address instead of a verb, as Tuta, Yandex, mail.ru and Gmail in Russian write it. */
export const DATE_BY_ADDRESS =
  /^(?:\p{L}{2,12}[.,]{1,2}\s)?(?:\d{1,2}\.?\s\p{L}{3,9}\.?,?\s|\p{L}{3,9}\.?\s\d{1,2},\s|\d{1,2}([./-])\d{1,2}\1)\d{4}(?:\s[гр]\.)?,?\s(?:[воу]\s)?\d{1,2}:\d{2}(?::\d{2})?(?:\s[+-]\d{2}:?\d{2})?,?\s(?:[^<>]{0,100}<\s?[^\s@<>]{1,100}@[^\s<>]{1,100}>|(?:von|by|de|par|da|van|av|af)\s[^\s@]{1,100}@\S{1,100})\s?[:：]$/u;

/** The names of header fields in the blocks that Outlook and others put above the mail replied to. */
const FIELDS = {
  from: 'from|von|de|da|van|från|fra|lähettäjä|od|expéditeur|remitente|mittente|od koho|feladó|от|від|від кого|от кого|από|kimden|gönderen|发件人|寄件者|寄件人|差出人|送信者|보낸 사람|보낸사람',
  other:
    'sent|date|to|cc|message du|sujet|subject|reply-to|importance|gesendet(?: am)?|datum|an|betreff|kopie|antwort an|envoyé(?: le)?|date|à|objet|répondre à|enviado(?: el| em)?|fecha|para|asunto|data|assunto|inviato|a|oggetto|risposta|verzonden|aan|onderwerp|skickat|till|ämne|sendt|dato|til|emne|lähetetty|vastaanottaja|aihe|wysłano|do|temat|odesláno|komu|předmět|odoslané|predmet|elküldve|címzett|tárgy|trimis|către|subiect|отправлено|дата|кому|тема|копия|надіслано|στάλθηκε|προς|θέμα|gönderildi|tarih|kime|konu|发送时间|日期|时间|收件人|主题|抄送|寄件日期|收件者|主旨|送信日時|日時|宛先|件名|보낸 날짜|날짜|받는 사람|제목',
};
function field(names: string) {
  return new RegExp(`^[\\s*]*(?:${names})\\*?\\s*[:：]\\*?\\s?\\S`, 'iu');
}
/** A line with the sender of the mail replied to: `From: Ana`, in any of the languages. */
export const FROM_FIELD = field(FIELDS.from);
/** A line with another field of such a block: `Sent:`, `To:`, `Subject:`. */
export const OTHER_FIELD = field(FIELDS.other);

/** The line above a mailing list's footer, or a signature. */
export const FOOTER_RULE = /^_{5,}\s*$/;

/** A line of nothing but a rule, as stands above a header block. */
export const RULE = /^\s*(?:_{5,}|-{5,}|—{3,}|={5,})\s*$/u;

/** The delimiter of a signature; the last one is the mark that Gmail's trackers leave. */
export const SIGNATURE = /^(?:-- ?|—|__ ?|ᐧ)$/u;

/**
 * How such an introduction ends without a colon: in the verb, in an address, or in a date. No sentence ends like that.
 */
export const ATTRIBUTION_END = new RegExp(`(?:[>\\d]|${WROTE.source})$`, 'iu');

/** An introduction that needs neither a colon nor quote signs: a date, a time, a verb, and an address near its end. */
export const WHOLE_ATTRIBUTION =
  /^(?=.*(?:\b(?:19|20)\d{2}\b|\d[./]\d{2}\b))(?=.*\d[:.]\d{2}\b).*<[^\s@<>]{1,100}@[^\s<>]{1,100}>(?:\s\p{L}{1,12}){0,2}$/u;

/** The verb of an introduction that was wrapped as if it were quoted. */
export const VERB_ALONE = new RegExp(`^>\\s?(?:${WROTE.source})[:：]$`, 'iu');

/** An introduction that stands between dashes, or closes with dashes instead of a colon. */
export const ATTRIBUTION_DASHES = new RegExp(`^\\s*-{2,}\\s.*-{2}$|(?:${WROTE.source}) ?-+$`, 'iu');

/**
 * A verb and a name at the end: if `>` follows, no colon is needed. Names begin with a capital, except for particles
 * such as "van".
 */
export const NAME_AT_END =
  /\b(?:schrieb|schreef|skrev)\s\p{Lu}\S{0,40}(?:\s(?:\p{Lu}\S{0,40}|v[ao]n|de[rn]?|ten?|zu|af|av|la|le)){0,4}$/u;

/** The line that a phone or program adds at the end. */
export const SENT_FROM =
  /^[\s<([*_-]*(?:(?:sent|von|envoyé|enviado|inviato|verzonden|verstuurd|skickat|sendt|sänt|lähetetty|wysłan[eoy]|odesláno|отправлено|надіслано|gönderildi|trimis) (?:from|via|with|by|mit|von|aus|depuis|de|desde|do|del|da|dal|dall['’]|met|via|vanaf|från|fra|med|z|ze|с|со|из|з|din)\s?(?:[^.,;!?<(]|\.(?=\p{L})){1,60}(?:[<(][^<>()]{1,120}[>)][^.,;!?]{0,40})?(?:[.,]\s*(?:please )?(?:excuse|forgive|pardon).{0,60})?|von meinem .{1,40} gesendet|diese nachricht wurde von .{1,60} gesendet|from my \S+(?: \S+){0,2}|\S+ from mobile|get \[?outlook for .{1,60}|gesendet (?:von|mit|aus|über) [^.!?<(]{1,60}(?:[<(][^<>()]{1,120}[>)][^.,;!?]{0,40})?|von meinem (?:iphone|ipad|handy|smartphone|telefon|tablet|mobil\S{0,20}|android\S{0,20})(?: \S{1,20})?|(?:vom .{1,30}|mobil) gesendet|sent from my [^.,;!?<(]{1,60}!|(?:holen sie sich|hol dir) \[?outlook für .{1,60}|obten(?:ir|ez|er|ga|ha) \[?outlook p(?:our|ara) .{1,60}|envoyé à partir d[e'’].{1,60}|provenance\s?: courrier pour windows.{0,10}|von: mail für windows.{0,10}|von unterwegs gesendet|télécharger \[?outlook pour .{1,60}|outlook für .{1,20} (?:herunterladen|beziehen).{0,60}|[^.,:;!?]{0,40}outlook [^.,:;!?<[]{1,30}[<[]https:\/\/aka\.ms\/\w{1,20}[>\]](?: \p{L}{1,15})?|lähetetty \S{1,40}|从我的.{1,30}发送|發自我的.{1,30}|发自我的.{1,30}|從我的.{1,30}傳送|iPhone ?から送信|.{1,30}から送信|나의 .{1,30}에서 보냄)[\s>)\]*_.]*$/iu;
