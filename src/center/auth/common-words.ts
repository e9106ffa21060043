/**
 * Words and names of which common passwords are made, in lower case: those in every published list of leaked passwords,
 * in several languages, and words of this program's subject.
 */
export const commonWords: ReadonlySet<string> = new Set(
  `password passwort passwd pass passw0rd parola parole contrasena contraseña senha motdepasse wachtwoord losenord lösenord
  haslo hasło heslo salasana sifre şifre kennwort geheim secret secreto segredo private privat default temp temporary
  changeme change letmein login logon signin welcome willkommen bienvenue bienvenido benvenuto hello hallo hola salut
  iloveyou iloveu loveyou loveme lovely love teamo tequiero jetaime tiamo amor amore liebe ichliebedich babygirl babyboy
  baby sweety sweetie sweetheart honey darling princess prinzessin princesa princesse prince queen king angel angels devil
  master monkey dragon shadow sunshine sonnenschein soleil flower flowers butterfly rainbow superman batman spiderman ironman
  pokemon pikachu naruto starwars startrek minecraft fortnite roblox playstation nintendo matrix phoenix tigger snoopy
  football fussball futbol soccer baseball basketball hockey tennis golf cricket cycling running swimming dancing dancer
  liverpool chelsea arsenal barcelona barca realmadrid manchester united juventus milan bayern dortmund benfica porto
  charlie michael jordan jennifer jessica michelle ashley daniel thomas robert andrew joshua matthew anthony william
  christopher alexander alexandra alexandre elizabeth samantha stephanie nicole patricia veronica gabriela isabella sofia
  maria martina andrea claudia sandra monica natalie katharina christian sebastian benjamin jonathan dominic patrick george
  harley buster ginger pepper cookie chocolate cheese banana orange apple cherry strawberry peanut coffee pizza whiskey
  summer sommer verano verao winter invierno inverno spring autumn herbst january february march april june july august
  september october november december monday tuesday wednesday thursday friday saturday sunday montag dienstag mittwoch
  donnerstag freitag samstag sonntag today tomorrow forever always never nothing whatever anything something someone
  computer internet server network system service support helpdesk helpcenter frontdesk help desk customer office company
  business work manager management administrator admin administrador administrateur root user username benutzer usuario
  guest test tester testing tests demo example sample account accounts access security secure safety backup database oracle
  postgres mysql windows linux ubuntu microsoft google facebook twitter instagram youtube amazon samsung iphone android
  motorola toyota honda ferrari porsche mercedes corvette mustang yamaha kawasaki camaro
  america american england english london paris berlin madrid roma lisboa germany deutschland france france italia espana
  españa portugal brasil mexico colombia argentina canada australia india china japan russia moscow newyork california
  florida texas chicago boston dallas washington
  freedom liberty justice victory success money dollar dollars million lucky happy family mother father mama papa mommy daddy
  brother sister friend friends bestfriend forever21 together jesus jesuschrist christ heaven blessed faith god church bible
  killer hunter ranger soldier warrior thunder lightning diamond silver golden purple yellow green black white blue orange red
  eagle eagles falcon tiger lion wolf panther dolphin horse turtle bear cowboys steelers yankees redsox lakers packers
  metallica nirvana slipknot eminem beatles guitar music dance disney harrypotter potter hogwarts gandalf frodo legolas
  trustno1 nopassword mypassword thepassword newpassword oldpassword yourpassword ourpassword mylove mybaby myself
  fuckyou fuckoff fuck bitch asshole shit sexy hottie blink182 abc
  relationship unbelievable professional international metropolitan responsibility congratulations understanding independence
  universidad university philadelphia massachusetts constantinople supercalifragilistic antidisestablishmentarianism
  correcthorsebatterystaple`
    .split(/\s+/)
    .filter(word => word.length > 2),
);
