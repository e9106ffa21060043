import { topicPlaces } from './shop.ts';

/** The topics of the sample shop's customers. */
export type Topic = keyof typeof topicPlaces;

/** How people write in one language. `#` stands for an order number, `@` for a product, `~` for the agent's name. */
export interface LanguageVoice {
  readonly language: string;
  /** The rough share of all conversations. */
  readonly weight: number;
  readonly names: readonly string[];
  readonly mails: ReadonlyMap<Topic, readonly (readonly [title: string, body: string])[]>;
  readonly reminders: readonly string[];
  readonly thanks: readonly string[];
  readonly replies: readonly string[];
  readonly products: readonly string[];
}

const WRITTEN = `
language en, weight 34
names Zoë Quinn, Marcus Hale, Priya Raman, Liam O’Connor, Grace Whitfield, Tomasz Baker, Ella Sandoval, Noah
  Abernathy, Hannah Lindqvist, Omar Farouk, Ruth Kimani, Jack Thornbury
products desk lamp, kettle, rain jacket, backpack, bookshelf, headphones, coffee grinder
late Where is my order #? | Hi, | my order # should have been here on Tuesday, and the tracking page has not moved
  since. Can you tell me where it is?
late Parcel not delivered | Hello, | the carrier says that order # was delivered, but nobody here has seen it. I
  asked the neighbours, too.
late Delivery to another address | Hi there, | we are moving on Friday. Could you still change the address of order
  #? The @ must not go to the old flat.
refund Refund for order # | Hello, | I sent the @ back two weeks ago and have not seen the money yet. The order was
  #. When can I expect the refund?
refund Charged twice | Hi, | my card was charged twice for order #. Please refund one of the two. 😕
invoice Invoice for order # | Good morning, | could you send me the invoice for order # with our company’s VAT
  number on it? It is GB 123 4567 89.
invoice Wrong name on the invoice | Hi, | the invoice of order # is made out to my private name. I need it for the
  company.
broken @ arrived broken | Hello, | the @ from order # arrived in pieces. I have photos if you need them. Can I have
  a new one?
broken Missing part | Hi, | there is no power supply in the box of the @ (order #). The leaflet says that there
  should be one.
size Exchange for a larger size | Hi, | the @ is too small. Do you still have it one size larger? Order #.
account Cannot sign in | Hello, | I no longer get the mail for a new password. Is my account locked?
account Please delete my account | Hi, | please delete my account and everything that you have stored about me.
again Any news on this?
again Hello? It has been three days now.
again I have not heard from you. Could someone please have a look?
again Just in case it got lost: see below.
thanks Great, thank you!
thanks Thanks a lot, that was quick. 👍
thanks It arrived this morning. Thank you for your help.
reply Hi, | thank you for your message. I have asked the warehouse and will let you know by tomorrow. | Kind regards
  / ~
reply Hello, | I am sorry about that. A replacement leaves our warehouse today; you will get the tracking number by
  mail. | Best wishes / ~
reply Hi, | the refund is on its way. Depending on your bank it takes two to five days. | Kind regards / ~
reply Hello, | could you please send us a photo of the label on the parcel? | Best wishes / ~

language de, weight 12
names Jürgen Groß, Käthe Müller, Björn Schäfer, Annegret Weiß, Yasemin Köhler
products Schreibtischlampe, Regenjacke, Kaffeemühle
late Wo bleibt meine Bestellung #? | Guten Tag, | meine Bestellung # sollte am Dienstag ankommen. Die
  Sendungsverfolgung steht seit Tagen still.
late Paket nicht angekommen | Hallo, | laut Zusteller wurde das Paket zu # abgegeben. Hier ist aber nichts
  angekommen.
refund Rückerstattung für # | Guten Tag, | ich habe die Ware (@) vor zwei Wochen zurückgeschickt und noch kein Geld
  erhalten.
invoice Rechnung zu Bestellung # | Sehr geehrte Damen und Herren, | bitte senden Sie mir die Rechnung zu # mit
  unserer Umsatzsteuernummer.
broken @ kam beschädigt an | Hallo, | bei # war der Karton aufgerissen und die Ware zerkratzt. Bekomme ich Ersatz?
account Anmeldung nicht möglich | Guten Tag, | ich bekomme keine E-Mail, um mein Passwort zu ändern.
again Gibt es schon etwas Neues?
again Ich warte noch auf eine Antwort.
thanks Vielen Dank für die schnelle Hilfe!
thanks Alles angekommen, danke.
reply Guten Tag, | vielen Dank für Ihre Nachricht. Ich habe im Lager nachgefragt und melde mich bis morgen. |
  Freundliche Grüße / ~
reply Hallo, | das tut uns leid. Der Ersatz geht heute auf den Weg. | Viele Grüße / ~

language fr, weight 8
names Élodie Lefèvre, François Château, Anaïs Bélanger, Noël Garçon
products lampe de bureau, bouilloire, sac à dos
late Où est ma commande # ? | Bonjour, | ma commande # devait arriver mardi. Le suivi n’a pas changé depuis.
  Pouvez-vous vérifier ?
refund Remboursement de la commande # | Bonjour, | j’ai renvoyé l’article (@) il y a deux semaines et je n’ai
  toujours rien reçu.
broken Article abîmé | Bonjour, | l’article de la commande # est arrivé cassé. Je joins des photos si besoin.
invoice Facture # | Bonjour, | pourriez-vous m’envoyer la facture de la commande # au nom de la société ?
again Avez-vous des nouvelles ?
again Je me permets de vous relancer.
thanks Merci beaucoup !
thanks C’est arrivé ce matin, merci.
reply Bonjour, | merci pour votre message. Je me renseigne auprès de l’entrepôt et reviens vers vous demain. |
  Cordialement / ~

language es, weight 7
names Íñigo Muñoz, Lucía Peña, Jesús Ibáñez, Begoña Güell
products chaqueta impermeable, mochila, lámpara
late ¿Dónde está mi pedido #? | Hola: | mi pedido # tenía que llegar el martes y el seguimiento no se mueve. ¿Pueden
  mirarlo?
refund Devolución del pedido # | Buenos días: | devolví el artículo (@) hace dos semanas y todavía no he recibido el
  dinero.
size Cambio de talla | Hola: | me queda pequeño. ¿Tienen una talla más? Pedido #.
again ¿Hay alguna novedad?
again Sigo esperando una respuesta.
thanks ¡Muchas gracias!
thanks Ya llegó, gracias por la ayuda.
reply Hola: | gracias por escribirnos. He preguntado en el almacén y le digo algo mañana. | Un saludo / ~

language pt, weight 4
names João Conceição, Inês Magalhães, Antônio Simões
products mochila, chaleira
late Onde está a minha encomenda #? | Olá, | a encomenda # devia ter chegado na terça-feira. Podem verificar, por
  favor?
refund Reembolso da encomenda # | Bom dia, | devolvi o artigo (@) há duas semanas e ainda não recebi o reembolso.
again Há novidades?
thanks Muito obrigado!
thanks Já chegou, obrigada.
reply Olá, | obrigada pela mensagem. Vou perguntar ao armazém e respondo amanhã. | Cumprimentos / ~

language pl, weight 4
names Łukasz Żółć, Małgorzata Święcka, Paweł Dąbrowski
products lampka biurkowa, plecak
late Gdzie jest moje zamówienie #? | Dzień dobry, | zamówienie # miało dotrzeć we wtorek, a status się nie zmienia.
  Proszę o sprawdzenie.
broken Uszkodzona przesyłka | Dzień dobry, | produkt (@) z zamówienia # przyszedł uszkodzony. Czy mogę dostać nowy?
again Czy coś już wiadomo?
thanks Dziękuję bardzo!
thanks Paczka dotarła, dziękuję.
reply Dzień dobry, | dziękujemy za wiadomość. Zapytałam w magazynie i odpiszę jutro. | Pozdrawiam / ~

language tr, weight 3
names Ayşe Yıldırım, İbrahim Çağlar, Gökçe Şahin
products yağmurluk, sırt çantası
late # numaralı siparişim nerede? | Merhaba, | # numaralı siparişim salı günü gelecekti ama hâlâ ulaşmadı. Kontrol
  eder misiniz?
size Beden değişimi | Merhaba, | ürün (@) küçük geldi, bir beden büyüğüyle değiştirmek istiyorum.
again Bir gelişme var mı?
thanks Çok teşekkür ederim!
thanks Kargo ulaştı, teşekkürler.
reply Merhaba, | mesajınız için teşekkürler. Depoya sordum, yarın size dönüş yapacağım. | Saygılarımla / ~

language vi, weight 3
names Nguyễn Thị Hồng, Trần Văn Đức, Phạm Quỳnh Như
products balo, ấm đun nước
late Đơn hàng # của tôi ở đâu? | Xin chào, | đơn hàng # lẽ ra phải đến vào thứ Ba. Xin vui lòng kiểm tra giúp tôi.
refund Hoàn tiền đơn hàng # | Xin chào, | tôi đã trả lại sản phẩm (@) hai tuần trước nhưng chưa nhận được tiền.
again Đã có tin gì chưa ạ?
thanks Cảm ơn bạn rất nhiều!
thanks Tôi đã nhận được hàng, cảm ơn.
reply Xin chào, | cảm ơn bạn đã liên hệ. Tôi đã hỏi kho và sẽ trả lời vào ngày mai. | Trân trọng / ~

language ru, weight 4
names Екатерина Соколова, Фёдор Щукин, Наталья Юрьева
products настольная лампа, рюкзак
late Где мой заказ #? | Здравствуйте! | Заказ # должен был прийти во вторник, а статус не меняется. Проверьте,
  пожалуйста.
refund Возврат денег за заказ # | Добрый день! | Я вернула товар (@) две недели назад, но деньги до сих пор не
  пришли.
again Есть новости?
thanks Большое спасибо!
thanks Посылка пришла, спасибо.
reply Здравствуйте! | Спасибо за сообщение. Я уточнила на складе и отвечу завтра. | С уважением, / ~

language el, weight 3
names Ελένη Παπαδοπούλου, Γιώργος Οικονόμου
products φωτιστικό, βραστήρας
late Πού είναι η παραγγελία μου #; | Καλημέρα, | η παραγγελία # έπρεπε να έχει έρθει την Τρίτη. Μπορείτε να το
  ελέγξετε;
broken Το προϊόν ήρθε σπασμένο | Καλησπέρα, | το προϊόν (@) της παραγγελίας # ήρθε σπασμένο.
again Υπάρχει κάποιο νέο;
thanks Ευχαριστώ πολύ!
reply Καλημέρα, | ευχαριστούμε για το μήνυμα. Ρώτησα την αποθήκη και θα σας απαντήσω αύριο. | Με εκτίμηση / ~

language ar, weight 3
names ليلى حداد, يوسف المصري, نور الخطيب
products مصباح مكتب, حقيبة ظهر
late أين طلبي رقم #؟ | مرحباً، | كان من المفترض أن يصل الطلب رقم # يوم الثلاثاء ولم يصل بعد. هل يمكنكم التحقق؟
refund استرداد مبلغ الطلب # | مرحباً، | أعدت المنتج (@) قبل أسبوعين ولم أستلم المبلغ حتى الآن.
again هل من جديد؟
thanks شكراً جزيلاً!
reply مرحباً، | شكراً لرسالتك. سألت المستودع وسأرد عليك غداً. | مع التحية / ~

language he, weight 2
names נועה לוי, איתן כהן
products מעיל גשם, תיק גב
late איפה ההזמנה שלי #? | שלום, | הזמנה # הייתה אמורה להגיע ביום שלישי. אפשר לבדוק בבקשה?
size החלפת מידה | שלום, | המוצר (@) קטן עליי. אפשר להחליף למידה גדולה יותר? הזמנה #.
again יש חדש?
thanks תודה רבה!
reply שלום, | תודה על ההודעה. שאלתי את המחסן ואחזור אליך מחר. | בברכה / ~

language hi, weight 3
names अनन्या शर्मा, विक्रम सिंह
products टेबल लैंप, बैग
late मेरा ऑर्डर # कहाँ है? | नमस्ते, | मेरा ऑर्डर # मंगलवार को आना था, पर अब तक नहीं आया। कृपया जाँच करें।
refund ऑर्डर # का रिफ़ंड | नमस्ते, | मैंने सामान (@) दो हफ़्ते पहले लौटाया था, पर पैसे अभी तक नहीं मिले।
again क्या कोई ख़बर है?
thanks बहुत धन्यवाद! 🙏
reply नमस्ते, | आपके संदेश के लिए धन्यवाद। मैंने गोदाम से पूछा है और कल उत्तर दूँगी। | सादर / ~

language ja, weight 4
names 佐藤 美咲, 鈴木 健太, 髙橋 さくら
products デスクライト, リュックサック
late 注文番号#の商品が届きません | お世話になっております。 | 注文番号#の商品が火曜日に届く予定でしたが、まだ届いておりません。ご確認をお願いいたします。
broken 商品が破損していました | お世話になっております。 | 注文番号#の@が破損した状態で届きました。交換をお願いできますでしょうか。
again その後いかがでしょうか。
thanks ありがとうございました。無事に届きました。
reply お問い合わせありがとうございます。 | 倉庫に確認し、明日までにご連絡いたします。 | 担当 ~

language zh, weight 4
names 王晓明, 李娜, 陳怡君
products 台灯, 雨衣
late 订单#还没有收到 | 您好! | 订单#本来应该星期二送到,但物流信息一直没有更新。请帮忙查询一下。
invoice 订单#的发票 | 您好! | 请把订单#的发票开成公司抬头,谢谢。
refund 申请退款 # | 您好! | 两周前退回的@还没有收到退款。
again 请问有进展吗?
thanks 非常感谢!
thanks 已经收到了,谢谢。
reply 您好! | 感谢您的来信。我已经联系仓库,明天给您答复。 | ~

language ko, weight 3
names 김서연, 박준호
products 책상 조명, 배낭
late 주문번호 # 배송 문의 | 안녕하세요. | 주문번호 # 상품이 화요일에 도착할 예정이었는데 아직 오지 않았습니다. 확인 부탁드립니다.
size 사이즈 교환 | 안녕하세요. | @ 사이즈가 작습니다. 한 치수 큰 것으로 교환할 수 있을까요? 주문번호 #.
again 혹시 진행 상황을 알 수 있을까요?
thanks 감사합니다! 잘 받았습니다.
reply 안녕하세요. | 문의해 주셔서 감사합니다. 창고에 확인하고 내일 답변드리겠습니다. | ~ 드림
`;

/**
 * Reads one language of `WRITTEN`. Each line begins with the kind of its content and goes on in the indented lines
 * below it; ` | ` stands for an empty line, and ` / ` for a line break.
 */
function readVoice(written: string): LanguageVoice {
  const lines = written.replaceAll('\n  ', ' ').split('\n');
  const byKey = Map.groupBy(lines, line => line.slice(0, line.indexOf(' ')));
  const said = (key: string) => byKey.get(key)!.map(line => unfolded(line.slice(key.length + 1)));
  const [language = '', weight = ''] = said('language')[0]!.split(', weight ');
  const topics = [...byKey.keys()].filter((key): key is Topic => key in topicPlaces);
  return {
    language,
    weight: Number(weight),
    names: said('names')[0]!.split(', '),
    products: said('products')[0]!.split(', '),
    mails: new Map(topics.map(topic => [topic, said(topic).map(titleAndBody)])),
    reminders: said('again'),
    thanks: said('thanks'),
    replies: said('reply'),
  };
}

function unfolded(line: string): string {
  return line.replaceAll(' | ', '\n\n').replaceAll(' / ', '\n');
}

function titleAndBody(mail: string) {
  const at = mail.indexOf('\n\n');
  return [mail.slice(0, at), mail.slice(at + 2)] as const;
}

/** The languages that customers write in. */
export const voices: readonly LanguageVoice[] = WRITTEN.trim().split('\n\n').map(readVoice);
