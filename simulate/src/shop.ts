import type { Random } from './random';

const FIRST_NAMES = [
  'Priya',
  'Rohit',
  'Sneha',
  'Vikram',
  'Farah',
  'Joseph',
  'Ananya',
  'Arjun',
  'Kavya',
  'Imran',
  'Meera',
  'Siddharth',
  'Lakshmi',
  'Karan',
  'Divya',
  'Harpreet',
  'Nisha',
  'Aditya',
  'Pooja',
  'Rahul',
  'Zoya',
  'Manish',
  'Ritu',
  'Suresh',
  'Gurleen',
  'Tanvi',
  'Nikhil',
  'Shreya',
  'Yusuf',
  'Deepa',
  'प्रिया',
  'தமிழ்',
  'আনিকা',
] as const;
const LAST_NAMES = [
  'Raghunathan',
  'Khanna',
  'Nair',
  'Mehta',
  'Ali',
  'Thomas',
  'Iyer',
  'Sharma',
  'Reddy',
  'Sheikh',
  'Menon',
  'Bose',
  'Pillai',
  'Malhotra',
  'Desai',
  'Singh',
  'Kulkarni',
  'Joshi',
  'Agarwal',
  'Verma',
  'Khan',
  'Gupta',
  'Chatterjee',
  'Patil',
  'Kaur',
  'Shah',
  'Rao',
  'Ghosh',
  'Ansari',
  'Krishnan',
] as const;
const CITIES = [
  ['Pune', '411001'],
  ['Bengaluru', '560001'],
  ['Mumbai', '400001'],
  ['Chennai', '600001'],
  ['New Delhi', '110001'],
  ['Hyderabad', '500001'],
  ['Kolkata', '700001'],
  ['Jaipur', '302001'],
  ['Kochi', '682001'],
  ['Lucknow', '226001'],
  ['Ahmedabad', '380001'],
  ['Chandigarh', '160017'],
  ['Indore', '452001'],
  ['Guwahati', '781001'],
] as const;
const STREETS = [
  'MG Road',
  'Station Road',
  'Temple Street',
  'Lake View Road',
  'Gandhi Nagar',
  'Sector 17',
  'Park Lane',
] as const;
const PRODUCTS = [
  ['Cotton kurta, indigo', 'KUR-IND', 1299],
  ['Linen shirt, white', 'SHI-WHI', 1699],
  ['Banarasi saree, maroon', 'SAR-MAR', 5499],
  ['Block-print bedsheet', 'BED-BLK', 1899],
  ['Brass diya, set of 4', 'DIY-BR4', 649],
  ['Kolhapuri chappal', 'CHA-KOL', 1149],
  ['Juttis, mirror work', 'JUT-MIR', 1399],
  ['Silver jhumka', 'JHU-SIL', 899],
  ['Anarkali suit, teal', 'ANA-TEA', 3499],
  ['Khadi stole', 'STO-KHA', 799],
  ['Terracotta planter', 'PLA-TER', 549],
  ['Herbal hair oil, 200 ml', 'OIL-HER', 399],
] as const;

export interface Person {
  first_name: string;
  last_name: string;
  full_name: string;
  /** Digits with country code. */
  phone: string;
  email: string;
  address: string;
  city: string;
  pin: string;
}

/** The `index`-th customer of a shop: the same for the same random source. */
export function person(random: Random, index: number): Person {
  const first_name = random.pick(FIRST_NAMES);
  const last_name = random.pick(LAST_NAMES);
  const [city, pin] = random.pick(CITIES);
  const latin = /^[A-Za-z]+$/.test(first_name) ? first_name.toLowerCase() : 'customer';
  return {
    first_name,
    last_name,
    full_name: `${first_name} ${last_name}`,
    phone: `91${9_000_000_000 + index * 7919 + random.between(0, 7000)}`,
    email: `${latin}.${last_name.toLowerCase()}${index}@mail.example`,
    address: `${random.between(1, 240)}, ${random.pick(STREETS)}`,
    city,
    pin,
  };
}

export interface Product {
  name: string;
  sku: string;
  /** Rupees. */
  price: number;
}

export function product(random: Random): Product {
  const [name, sku, price] = random.pick(PRODUCTS);
  return { name, sku, price };
}

/** One line of a conversation; `photo` sends a picture with the words as its caption. */
export interface Line {
  by: 'customer' | 'merchant';
  text: string;
  photo?: true;
}

export interface Script {
  /** An e-mail's subject. */
  subject: string;
  tag: string;
  lines: Line[];
}

const customer = (text: string): Line => ({ by: 'customer', text });
const photo = (text: string): Line => ({ by: 'customer', text, photo: true });
const merchant = (text: string): Line => ({ by: 'merchant', text });

/** What customers of an online shop write about, with the order's number and product in it. */
export function script(random: Random, order: string, item: string): Script {
  return random.pick<[Script, ...Script[]]>([
    {
      subject: `Order ${order} not delivered`,
      tag: 'delivery',
      lines: [
        customer(
          `My order ${order} was to come yesterday. The tracking says *address not found* but the address is right.`,
        ),
        photo('This is my building, next to the temple.'),
        merchant("Thanks, that helps. I've asked the courier to try again today and call you first."),
        customer('ok thank you'),
        merchant(`Tracking: https://delhivery.example/${order}`),
      ],
    },
    {
      subject: `Exchange for order ${order}`,
      tag: 'exchange',
      lines: [
        customer(`Hi, the ${item} arrived but the size is wrong. I asked for M and got XL`),
        merchant('So sorry about that! Could you send us a photo of the label?'),
        photo('here'),
        merchant('Got it. We will pick it up tomorrow and send an M the same day.'),
        customer('Great, thanks 🙏'),
      ],
    },
    {
      subject: `Refund for ${order}`,
      tag: 'refund',
      lines: [
        customer(`When will I get my refund for order ${order}? It is 8 days now.`),
        merchant('Let me check with our payments team, one moment please.'),
        merchant('The refund was made on Tuesday; banks take up to 5 working days to show it.'),
        customer('Still not there'),
      ],
    },
    {
      subject: `Is the ${item} in stock?`,
      tag: 'pre-sale',
      lines: [
        customer(`Is the ${item} in stock? And do you ship to Guwahati?`),
        merchant('Yes to both! Orders placed before 2 pm leave the same day.'),
        customer('Can I pay cash on delivery?'),
        merchant('Yes, COD is available at your pin code.'),
      ],
    },
    {
      subject: `Invoice for order ${order}`,
      tag: 'invoice',
      lines: [
        customer(`Please send me the GST invoice for order ${order}.`),
        merchant('Sure, it is on its way to your e-mail address.'),
        customer('Received, thanks!'),
      ],
    },
    {
      subject: `Broken item in ${order}`,
      tag: 'damaged',
      lines: [
        photo(`The ${item} came broken 😞`),
        customer('I want a replacement, not a refund'),
        merchant('We are very sorry. A replacement leaves our warehouse today, no need to send the broken one back.'),
        customer('धन्यवाद! बहुत अच्छी सेवा।'),
      ],
    },
    {
      subject: `Change of address for ${order}`,
      tag: 'address',
      lines: [
        customer(`I gave the wrong flat number for ${order}. It should be 12B, not 12A`),
        merchant('Changed, thank you for telling us in time.'),
      ],
    },
    {
      subject: `Cancel my order ${order}`,
      tag: 'cancellation',
      lines: [customer(`Please cancel ${order}, I ordered it twice by mistake`), customer('??')],
    },
  ]);
}
