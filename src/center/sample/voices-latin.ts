import type { Voice } from './voice.ts';

const english: Voice = {
  language: 'en',
  weight: 34,
  names: [
    'Zoë Quinn',
    'Marcus Hale',
    'Priya Raman',
    'Liam O’Connor',
    'Grace Whitfield',
    'Tomasz Baker',
    'Ella Sandoval',
    'Noah Abernathy',
    'Hannah Lindqvist',
    'Omar Farouk',
    'Ruth Kimani',
    'Jack Thornbury',
  ],
  mails: {
    late: [
      [
        'Where is my order #?',
        'Hi,\n\nmy order # should have been here on Tuesday, and the tracking page has not moved since. Can you tell me where it is?',
      ],
      [
        'Parcel not delivered',
        'Hello,\n\nthe carrier says that order # was delivered, but nobody here has seen it. I asked the neighbours, too.',
      ],
      [
        'Delivery to another address',
        'Hi there,\n\nwe are moving on Friday. Could you still change the address of order #? The @ must not go to the old flat.',
      ],
    ],
    refund: [
      [
        'Refund for order #',
        'Hello,\n\nI sent the @ back two weeks ago and have not seen the money yet. The order was #. When can I expect the refund?',
      ],
      ['Charged twice', 'Hi,\n\nmy card was charged twice for order #. Please refund one of the two. 😕'],
    ],
    invoice: [
      [
        'Invoice for order #',
        'Good morning,\n\ncould you send me the invoice for order # with our company’s VAT number on it? It is GB 123 4567 89.',
      ],
      [
        'Wrong name on the invoice',
        'Hi,\n\nthe invoice of order # is made out to my private name. I need it for the company.',
      ],
    ],
    broken: [
      [
        '@ arrived broken',
        'Hello,\n\nthe @ from order # arrived in pieces. I have photos if you need them. Can I have a new one?',
      ],
      [
        'Missing part',
        'Hi,\n\nthere is no power supply in the box of the @ (order #). The leaflet says that there should be one.',
      ],
    ],
    size: [['Exchange for a larger size', 'Hi,\n\nthe @ is too small. Do you still have it one size larger? Order #.']],
    account: [
      ['Cannot sign in', 'Hello,\n\nI no longer get the mail for a new password. Is my account locked?'],
      ['Please delete my account', 'Hi,\n\nplease delete my account and everything that you have stored about me.'],
    ],
  },
  reminders: [
    'Any news on this?',
    'Hello? It has been three days now.',
    'I have not heard from you. Could someone please have a look?',
    'Just in case it got lost: see below.',
  ],
  thanks: [
    'Great, thank you!',
    'Thanks a lot, that was quick. 👍',
    'It arrived this morning. Thank you for your help.',
  ],
  replies: [
    'Hi,\n\nthank you for your message. I have asked the warehouse and will let you know by tomorrow.\n\nKind regards\n~',
    'Hello,\n\nI am sorry about that. A replacement leaves our warehouse today; you will get the tracking number by mail.\n\nBest wishes\n~',
    'Hi,\n\nthe refund is on its way. Depending on your bank it takes two to five days.\n\nKind regards\n~',
    'Hello,\n\ncould you please send us a photo of the label on the parcel?\n\nBest wishes\n~',
  ],
  products: ['desk lamp', 'kettle', 'rain jacket', 'backpack', 'bookshelf', 'headphones', 'coffee grinder'],
};

const german: Voice = {
  language: 'de',
  weight: 12,
  names: ['Jürgen Groß', 'Käthe Müller', 'Björn Schäfer', 'Annegret Weiß', 'Yasemin Köhler'],
  mails: {
    late: [
      [
        'Wo bleibt meine Bestellung #?',
        'Guten Tag,\n\nmeine Bestellung # sollte am Dienstag ankommen. Die Sendungsverfolgung steht seit Tagen still.',
      ],
      [
        'Paket nicht angekommen',
        'Hallo,\n\nlaut Zusteller wurde das Paket zu # abgegeben. Hier ist aber nichts angekommen.',
      ],
    ],
    refund: [
      [
        'Rückerstattung für #',
        'Guten Tag,\n\nich habe die Ware (@) vor zwei Wochen zurückgeschickt und noch kein Geld erhalten.',
      ],
    ],
    invoice: [
      [
        'Rechnung zu Bestellung #',
        'Sehr geehrte Damen und Herren,\n\nbitte senden Sie mir die Rechnung zu # mit unserer Umsatzsteuernummer.',
      ],
    ],
    broken: [
      ['@ kam beschädigt an', 'Hallo,\n\nbei # war der Karton aufgerissen und die Ware zerkratzt. Bekomme ich Ersatz?'],
    ],
    account: [['Anmeldung nicht möglich', 'Guten Tag,\n\nich bekomme keine E-Mail, um mein Passwort zu ändern.']],
  },
  reminders: ['Gibt es schon etwas Neues?', 'Ich warte noch auf eine Antwort.'],
  thanks: ['Vielen Dank für die schnelle Hilfe!', 'Alles angekommen, danke.'],
  replies: [
    'Guten Tag,\n\nvielen Dank für Ihre Nachricht. Ich habe im Lager nachgefragt und melde mich bis morgen.\n\nFreundliche Grüße\n~',
    'Hallo,\n\ndas tut uns leid. Der Ersatz geht heute auf den Weg.\n\nViele Grüße\n~',
  ],
  products: ['Schreibtischlampe', 'Regenjacke', 'Kaffeemühle'],
};

const french: Voice = {
  language: 'fr',
  weight: 8,
  names: ['Élodie Lefèvre', 'François Château', 'Anaïs Bélanger', 'Noël Garçon'],
  mails: {
    late: [
      [
        'Où est ma commande # ?',
        'Bonjour,\n\nma commande # devait arriver mardi. Le suivi n’a pas changé depuis. Pouvez-vous vérifier ?',
      ],
    ],
    refund: [
      [
        'Remboursement de la commande #',
        'Bonjour,\n\nj’ai renvoyé l’article (@) il y a deux semaines et je n’ai toujours rien reçu.',
      ],
    ],
    broken: [
      ['Article abîmé', 'Bonjour,\n\nl’article de la commande # est arrivé cassé. Je joins des photos si besoin.'],
    ],
    invoice: [['Facture #', 'Bonjour,\n\npourriez-vous m’envoyer la facture de la commande # au nom de la société ?']],
  },
  reminders: ['Avez-vous des nouvelles ?', 'Je me permets de vous relancer.'],
  thanks: ['Merci beaucoup !', 'C’est arrivé ce matin, merci.'],
  replies: [
    'Bonjour,\n\nmerci pour votre message. Je me renseigne auprès de l’entrepôt et reviens vers vous demain.\n\nCordialement\n~',
  ],
  products: ['lampe de bureau', 'bouilloire', 'sac à dos'],
};

const spanish: Voice = {
  language: 'es',
  weight: 7,
  names: ['Íñigo Muñoz', 'Lucía Peña', 'Jesús Ibáñez', 'Begoña Güell'],
  mails: {
    late: [
      [
        '¿Dónde está mi pedido #?',
        'Hola:\n\nmi pedido # tenía que llegar el martes y el seguimiento no se mueve. ¿Pueden mirarlo?',
      ],
    ],
    refund: [
      [
        'Devolución del pedido #',
        'Buenos días:\n\ndevolví el artículo (@) hace dos semanas y todavía no he recibido el dinero.',
      ],
    ],
    size: [['Cambio de talla', 'Hola:\n\nme queda pequeño. ¿Tienen una talla más? Pedido #.']],
  },
  reminders: ['¿Hay alguna novedad?', 'Sigo esperando una respuesta.'],
  thanks: ['¡Muchas gracias!', 'Ya llegó, gracias por la ayuda.'],
  replies: ['Hola:\n\ngracias por escribirnos. He preguntado en el almacén y le digo algo mañana.\n\nUn saludo\n~'],
  products: ['chaqueta impermeable', 'mochila', 'lámpara'],
};

const portuguese: Voice = {
  language: 'pt',
  weight: 4,
  names: ['João Conceição', 'Inês Magalhães', 'Antônio Simões'],
  mails: {
    late: [
      [
        'Onde está a minha encomenda #?',
        'Olá,\n\na encomenda # devia ter chegado na terça-feira. Podem verificar, por favor?',
      ],
    ],
    refund: [
      ['Reembolso da encomenda #', 'Bom dia,\n\ndevolvi o artigo (@) há duas semanas e ainda não recebi o reembolso.'],
    ],
  },
  reminders: ['Há novidades?'],
  thanks: ['Muito obrigado!', 'Já chegou, obrigada.'],
  replies: ['Olá,\n\nobrigada pela mensagem. Vou perguntar ao armazém e respondo amanhã.\n\nCumprimentos\n~'],
  products: ['mochila', 'chaleira'],
};

const polish: Voice = {
  language: 'pl',
  weight: 4,
  names: ['Łukasz Żółć', 'Małgorzata Święcka', 'Paweł Dąbrowski'],
  mails: {
    late: [
      [
        'Gdzie jest moje zamówienie #?',
        'Dzień dobry,\n\nzamówienie # miało dotrzeć we wtorek, a status się nie zmienia. Proszę o sprawdzenie.',
      ],
    ],
    broken: [
      [
        'Uszkodzona przesyłka',
        'Dzień dobry,\n\nprodukt (@) z zamówienia # przyszedł uszkodzony. Czy mogę dostać nowy?',
      ],
    ],
  },
  reminders: ['Czy coś już wiadomo?'],
  thanks: ['Dziękuję bardzo!', 'Paczka dotarła, dziękuję.'],
  replies: ['Dzień dobry,\n\ndziękujemy za wiadomość. Zapytałam w magazynie i odpiszę jutro.\n\nPozdrawiam\n~'],
  products: ['lampka biurkowa', 'plecak'],
};

const turkish: Voice = {
  language: 'tr',
  weight: 3,
  names: ['Ayşe Yıldırım', 'İbrahim Çağlar', 'Gökçe Şahin'],
  mails: {
    late: [
      [
        '# numaralı siparişim nerede?',
        'Merhaba,\n\n# numaralı siparişim salı günü gelecekti ama hâlâ ulaşmadı. Kontrol eder misiniz?',
      ],
    ],
    size: [['Beden değişimi', 'Merhaba,\n\nürün (@) küçük geldi, bir beden büyüğüyle değiştirmek istiyorum.']],
  },
  reminders: ['Bir gelişme var mı?'],
  thanks: ['Çok teşekkür ederim!', 'Kargo ulaştı, teşekkürler.'],
  replies: ['Merhaba,\n\nmesajınız için teşekkürler. Depoya sordum, yarın size dönüş yapacağım.\n\nSaygılarımla\n~'],
  products: ['yağmurluk', 'sırt çantası'],
};

const vietnamese: Voice = {
  language: 'vi',
  weight: 3,
  names: ['Nguyễn Thị Hồng', 'Trần Văn Đức', 'Phạm Quỳnh Như'],
  mails: {
    late: [
      [
        'Đơn hàng # của tôi ở đâu?',
        'Xin chào,\n\nđơn hàng # lẽ ra phải đến vào thứ Ba. Xin vui lòng kiểm tra giúp tôi.',
      ],
    ],
    refund: [
      ['Hoàn tiền đơn hàng #', 'Xin chào,\n\ntôi đã trả lại sản phẩm (@) hai tuần trước nhưng chưa nhận được tiền.'],
    ],
  },
  reminders: ['Đã có tin gì chưa ạ?'],
  thanks: ['Cảm ơn bạn rất nhiều!', 'Tôi đã nhận được hàng, cảm ơn.'],
  replies: ['Xin chào,\n\ncảm ơn bạn đã liên hệ. Tôi đã hỏi kho và sẽ trả lời vào ngày mai.\n\nTrân trọng\n~'],
  products: ['balo', 'ấm đun nước'],
};

/** Languages in Latin script. */
export const latinVoices: readonly Voice[] = [
  english,
  german,
  french,
  spanish,
  portuguese,
  polish,
  turkish,
  vietnamese,
];
